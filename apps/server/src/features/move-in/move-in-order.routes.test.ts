import { type MoveInKind as Kind, moveInKinds as kinds } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin());
  await make.teacher({ email: 'dana@example.edu' });
  await make.teacher({ email: 'eve@example.edu' });
  await make.student({ name: 'Ann', email: 'ann@example.edu' });
  await make.student({ name: 'Ben', email: 'ben@example.edu' });
});
afterAll(() => campus.close());

const { send, stored, undo } = moveInFiles(() => office);

/** The files of a university; each year has its own names. */
const filesOf = (year: number): Readonly<Record<Kind, string>> => ({
  departments: `Department,Code,id\nSchool ${year},S${year},d${year}\n`,
  programmes: `Programme,Code,Department,Branches,id\nTech ${year},T${year},Arts,Civil; Mining,p${year}\n`,
  terms: `Name,First day,Last day,id\nAutumn ${year},${year}-09-01,${year}-12-20,t${year}\n`,
  subjects: `Code,Name,Term,Teacher,Audience Course,Audience Branch,id
AL,Algebra,t${year},dana@example.edu,TECH ${year},civil,a${year}
BO,Botany,Autumn ${year},dana@example.edu,,,b${year}
`,
  enrolments: `Student Email,Subject,Term,From,To,Section,id
ann@example.edu,AL,t${year},${year}-09-01,${year}-10-01,Morning,1-${year}
ann@example.edu,AL,t${year},${year}-11-01,,,2-${year}
ben@example.edu,b${year},t${year},,,evening,3-${year}
`,
  helpers: `Teacher,Subject,Term,Kind,To,Section
eve@example.edu,AL,t${year},substitute,${year}-09-30,Morning
eve@example.edu,Botany,t${year},,,
`,
  'past-marks': `Student Email,Subject,Term,Date,Mark,Remarks
ann@example.edu,AL,t${year},${year}-09-10,P,
ann@example.edu,a${year},,${year}-11-10,A,Ill
ben@example.edu,BO,t${year},${year}-09-10,P,
`,
  'opening-balances': `Student Email,Subject,Term,Classes,Present,Until\nann@example.edu,AL,t${year},8,6,${year}-09-08\n`,
  exams: `Subject,Term,Exam,Date,Published,id
AL,t${year},Final,${year}-12-01,yes,x${year}
BO,t${year},Resit,${year}-12-15,,
`,
  'past-results': `Student Email,Subject,Term,Exam,Date,Marks,id
ann@example.edu,AL,t${year},Final,${year}-12-01,71,r${year}
ben@example.edu,b${year},t${year},Oral,${year}-12-01,A,
`,
});

/** Everything the files contained, as exported again, without the year. */
const campusOf = async (year: number) =>
  Object.fromEntries(
    await Promise.all(
      kinds.map(async (kind) => {
        const { bytes } = await office.get(`/api/move-in/export?kind=${kind}&format=csv`);
        // Without ids, whose random digits may be another year's.
        const rows = cellsOfCsv(bytes).map((cells) => cells.join().replace(/campus-.*$/, ''));
        const ofYear = rows.filter((row) => row.includes(`${year}`));
        return [kind, ofYear.map((row) => row.replaceAll(`${year}`, 'Y'))] as const;
      }),
    ),
  );

/** The messages for a row imported before what it needs. */
const missing =
  /^There is no (term with this name|such subject in the term)|No term has this day|(is|was) (not|never) enrolled/;

/** Subjects name a programme that does not exist yet. */
const programmesLast: Kind[] = [...kinds.filter((kind) => kind !== 'programmes'), 'programmes'];

test('files in any order result in the same campus; one that needs another is refused with that reason until the other is in', async () => {
  let year = 2000;
  for (const kind of kinds) await stored(kind, filesOf(year)[kind]);
  const expected = await campusOf(year);
  expect(Object.values(expected).flat()).toHaveLength(19);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...kinds], { minLength: kinds.length }),
      async (order) => {
        year += 1;
        const files = filesOf(year);
        let left = order;
        while (left.length > 0) {
          const late: Kind[] = [];
          for (const kind of left) {
            const { status, body } = await send<any>(kind, files[kind]);
            if (status === 200) continue;
            late.push(kind);
            expect({ status, body }).toMatchObject({
              status: 422,
              body: { error: 'rows_invalid' },
            });
            for (const { reason } of body.details) expect(reason).toMatch(missing);
          }
          expect(late.length).toBeLessThan(left.length);
          left = late;
        }
        expect(await campusOf(year)).toEqual(expected);
        for (const kind of order)
          expect([kind, await stored(kind, files[kind])]).toEqual([kind, 0]);
      },
    ),
    { numRuns: 4, examples: [[kinds.toReversed()], [programmesLast]] },
  );
});

test('audiences take the name of a programme that moves in later, until that is undone', async () => {
  const subject = 'Code,Name,Term,Teacher,Audience Course,Audience Branch\n';
  const subjects = `${subject}LA,Latin,Spring 1990,dana@example.edu,PHIL,greek\n`;
  const event = { title: 'A lecture', kind: 'event', startsOn: '1990-03-01' };
  const audiences = async (): Promise<unknown> => {
    const { bytes } = await office.get('/api/move-in/export?kind=subjects&format=csv');
    const [header = [], ...rows] = cellsOfCsv(bytes);
    const latin = rows.find(([name]) => name === 'Latin') ?? [];
    const { body } = await office.get('/api/events?from=1990-03-01&to=1990-03-01');
    return ['Audience Course', 'Audience Branch']
      .map((column) => latin[header.indexOf(column)])
      .concat(body.entries[0].audience.course);
  };
  await stored('terms', 'Name,First day,Last day\nSpring 1990,1990-02-01,1990-06-30\n');
  await stored('subjects', subjects);
  const audience = { group: 'students', course: 'Phil' };
  expect((await office.post('/api/events', { ...event, audience })).status).toBe(201);
  const before = await audiences();
  expect(before).toEqual(['PHIL', 'greek', 'Phil']);

  const programme = 'Programme,Branches,Former Spellings\nPhilosophy,Greek,phil\n';
  expect(await stored('programmes', programme)).toBe(1);
  expect(await audiences()).toEqual(['Philosophy', 'Greek', 'Philosophy']);
  expect(await stored('subjects', subjects)).toBe(0);

  expect((await undo()).status).toBe(200);
  expect(await audiences()).toEqual(before);
  expect(await stored('subjects', subjects)).toBe(0);
});
