import type { IsoDate } from '@campus/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campuses: readonly TestCampus[];
let offices: readonly Caller[];

beforeAll(async () => {
  const now = new Date('2026-11-18T12:00:00Z');
  campuses = await Promise.all([testCampus({ now }), testCampus({ now })]);
  offices = await Promise.all(
    campuses.map(async (campus, at) => {
      const { make } = campus;
      const office = campus.as(await make.admin());
      // The numbers of one campus are not those of the other.
      for (let gap = 0; gap < at; gap += 1) await make.admin();
      await make.teacher({ name: 'Dana Scott', email: 'dana@example.edu', univ_id: 'T-1' });
      await make.teacher({ name: 'Eve Stone', email: 'eve@example.edu', univ_id: 'T-2' });
      await make.student({ name: 'Ann Lee', email: 'ann@example.edu', univ_id: 'S-1' });
      return office;
    }),
  );
});
afterAll(() => Promise.all(campuses.map((campus) => campus.close())));

const zipOf = async (office: Caller) => (await office.get('/api/move-in/oneroster')).bytes;

test('a OneRoster ZIP moved into an empty campus and exported from it again is the same', async () => {
  const [full] = campuses;
  const [office, other] = offices as [Caller, Caller];
  const { stored, undo } = moveInFiles(() => office);
  await full?.make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  const terms = `Name,First day,Last day,State
Summer 2026,2026-06-01,2026-07-31,
Spring 2027,2027-02-01,2027-06-30,closed
`;
  await stored('terms', terms);
  for (const [kind, content] of [
    ['departments', 'Department,Code\nLetters,LE\n'],
    ['subjects', 'Code,Name,Teacher\nGONE,Gone,dana@example.edu\n'],
  ] as const) {
    await stored(kind, content);
    expect((await undo()).status).toBe(200);
    await stored(kind, content.replace('GONE', 'OPT'));
  }
  await stored(
    'subjects',
    `Code,Name,Teacher,Term,Credits,Audience Course,Audience Semester,Everyone
AL1,Algebra,dana@example.edu,Autumn 2026,4,Law,2,
ASS,Assembly,dana@example.edu,Autumn 2026,1,,,yes
`,
  );
  await stored('enrolments', 'Email,Subject,Section\nann@example.edu,AL1,A\n');
  await stored('helpers', 'Teacher,Subject,Kind,May Mark\neve@example.edu,AL1,assistant,yes\n');

  const zip = await zipOf(office);
  const { bytes: departments } = await office.get('/api/move-in/export?kind=departments');
  await moveInFiles(() => other).stored('departments', departments.toString());
  for (const kind of ['terms', 'subjects', 'enrolments', 'helpers']) {
    const files = [{ name: 'roster.zip', content: zip }];
    const { status, body } = await sendForm<unknown>(other, `/api/move-in/${kind}`, files);
    expect({ kind, status, body }).toMatchObject({ status: 200 });
  }
  const texts = (bytes: Uint8Array) =>
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      Buffer.from(content).toString(),
    ]);
  expect(texts(await zipOf(other))).toEqual(texts(zip));
});
