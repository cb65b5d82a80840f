import type { IsoDate, MoveInKind as Kind } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

interface Side {
  readonly campus: TestCampus;
  readonly office: Caller;
}

const sideWithPeople = async (): Promise<Side> => {
  const campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  const office = campus.as(await make.admin({ duty: 'registrar' }));
  for (const name of ['dana', 'eve']) await make.teacher({ email: `${name}@example.edu` });
  for (const name of ['ann', 'ben', 'cem'])
    await make.student({ email: `${name}@example.edu`, univ_id: name }, { roll_no: name });
  return { campus, office };
};

let full: Side;
let empty: Side;

/** A term that was from September to January when people joined it, and is from 7 September to December by now. */
beforeEach(async () => {
  [full, empty] = await Promise.all([sideWithPeople(), sideWithPeople()]);
  const { campus, office } = full;
  const { id } = await campus.make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  const { stored } = moveInFiles(() => office);
  await stored('subjects', 'Code,Name,Teacher\nAL,Algebra,dana@example.edu\n');
  await stored(
    'enrolments',
    `Email,Subject,From,To
ann@example.edu,AL,,2026-09-05
ben@example.edu,AL,,2027-01-20
cem@example.edu,AL,2027-01-10,
`,
  );
  await stored(
    'helpers',
    `Teacher,Subject,Kind,From,To
eve@example.edu,AL,substitute,2026-09-02,2026-09-04
eve@example.edu,AL,co-teacher,2026-10-01,2027-01-25
`,
  );
  await stored(
    'opening-balances',
    'Email,Subject,Classes,Present,Until\nben@example.edu,AL,4,3,2026-09-04\n',
  );
  const moved = { startsOn: '2026-09-07', endsOn: '2026-12-20' };
  expect((await office.patch(`/api/terms/${id}`, moved)).status).toBe(200);
});
afterEach(() => Promise.all([full.campus.close(), empty.campus.close()]));

const fileOf = async ({ office }: Side, kind: Kind) =>
  cellsOfCsv((await office.get(`/api/move-in/export?kind=${kind}&format=csv`)).bytes);

test.each(['open', 'closed'])(
  'days outside a term move out and in while it is %s',
  async (state) => {
    if (state === 'closed') {
      const { body } = await full.office.get('/api/terms');
      const closed = await full.office.post(`/api/terms/${body[0].id}/close`, {
        next: { name: 'Spring 2027', startsOn: '2027-02-01', endsOn: '2027-06-30' },
        promote: { semester: false, year: false },
        carrySubjects: [],
        reason: 'Over',
      });
      expect(closed.status).toBe(200);
    }
    const { refused, stored } = moveInFiles(() => empty.office);
    for (const kind of [
      'terms',
      'subjects',
      'enrolments',
      'helpers',
      'opening-balances',
    ] as const) {
      const { bytes } = await full.office.get(`/api/move-in/export?kind=${kind}&format=csv`);
      const file = Buffer.from(bytes).toString();
      const asked = cellsOfCsv(bytes)[0]?.includes('Outside Term');
      if (asked)
        expect(await refused(kind, file.replaceAll(/,yes\r?$/gm, ','))).toContainEqual(
          expect.arrayContaining([expect.stringContaining('“Outside Term” says yes')]),
        );
      expect([kind, await stored(kind, file)]).toEqual([kind, cellsOfCsv(bytes).length - 1]);
      expect([kind, await fileOf(empty, kind)]).toEqual([kind, cellsOfCsv(bytes)]);
    }
  },
);

/** Moves everything that OneRoster has from one campus into the other. */
const moveRoster = async () => {
  const { bytes } = await full.office.get('/api/move-in/oneroster');
  for (const [kind, rows] of [
    ['terms', 1],
    ['subjects', 1],
    ['enrolments', 3],
    ['helpers', 2],
  ] as const) {
    const sent = await sendForm(empty.office, `/api/move-in/${kind}`, [
      { name: 'roster.zip', content: bytes },
    ]);
    expect([kind, sent.body]).toEqual([kind, rows]);
  }
};

test('days outside a term move out and in as OneRoster, too', async () => {
  await moveRoster();
  const days = async (side: Side) =>
    (await fileOf(side, 'enrolments')).map((cells) => cells.slice(5, 8));
  expect(await days(empty)).toEqual(await days(full));
});

describe('a helper who is deactivated, on days yet to come,', () => {
  beforeEach(async () => {
    for (const { campus, office } of [full, empty]) {
      const { id } = await campus.database
        .selectFrom('people')
        .where('email', '=', 'eve@example.edu')
        .select('id')
        .executeTakeFirstOrThrow();
      expect((await office.post(`/api/people/${id}/deactivate`)).status).toBe(200);
    }
  });

  test('moves out and in, but nobody adds one without saying so', async () => {
    const { refused, stored } = moveInFiles(() => empty.office);
    for (const kind of ['terms', 'subjects', 'helpers'] as const) {
      const { body } = await full.office.get<string>(`/api/move-in/export?kind=${kind}&format=csv`);
      if (kind === 'helpers')
        expect(await refused(kind, body.replace('Deactivated', 'Remarks'))).toEqual([
          [
            3,
            'Teacher Email',
            'eve@example.edu',
            expect.stringContaining('“Deactivated” says yes'),
          ],
        ]);
      await stored(kind, body);
      expect(await fileOf(empty, kind)).toEqual(await fileOf(full, kind));
    }
  });

  test('moves out and in as OneRoster, too', async () => {
    await moveRoster();
    expect(await fileOf(empty, 'helpers')).toEqual(await fileOf(full, 'helpers'));
  });
});
