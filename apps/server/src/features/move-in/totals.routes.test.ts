import type { IsoDate, MoveInReport } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';

let campus: TestCampus;
let office: Caller;

const { send } = moveInFiles(() => office);

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  await make.teacher({ email: 'dana@example.edu' });
  await make.student({ name: 'Ann', email: 'ann@example.edu' });
  await make.student({ name: 'Ben', email: 'ben@example.edu' });
  await make.term({
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await send('subjects', 'Code,Name,Teacher\nAL1,Algebra,dana@example.edu\n');
  await send(
    'enrolments',
    'Email,Subject,From,To\nann@example.edu,AL1,,\nben@example.edu,AL1,,2026-10-05\nben@example.edu,AL1,2026-11-02,\n',
  );
  await send(
    'past-marks',
    `Email,Subject,Date,Mark
ann@example.edu,AL1,2026-10-01,P
ann@example.edu,AL1,2026-10-02,A
ann@example.edu,AL1,2026-10-03,P
ben@example.edu,AL1,2026-10-01,A
`,
  );
});
afterAll(() => campus.close());

test('totals of the other system are shown beside ours, the largest difference first, and nothing is stored', async () => {
  const content = `Email,Subject,Enrolled,Classes,Present,Percent
,AL1,4,3,2,50
ann@example.edu,AL1,,3,2,66.7%
ben@example.edu,AL1,,9,,"12,50"
`;
  const { status, body } = await send<MoveInReport>('totals', content);
  expect(status).toBe(200);
  expect(body).toMatchObject({ rows: 3, problemRows: 0, create: 0, update: 2, unchanged: 1 });
  const subject = body.changes[0]?.['subjectId'];
  expect(body.changes).toEqual([
    expect.objectContaining({ row: 4, field: 'percent', from: '0.00', to: '12.50' }),
    expect.objectContaining({ row: 4, field: 'classes', from: '1', to: '9' }),
    {
      row: 2,
      subject: 'Algebra',
      field: 'enrolled',
      from: '2',
      to: '4',
      studentId: null,
      subjectId: subject,
    },
  ]);
  expect(body.changes[0]).toMatchObject({ subject: 'Ben in Algebra' });
  // Somebody who was enrolled for two periods is still one student.
  const alone = await send<MoveInReport>(
    'totals',
    'Email,Subject,Enrolled,Percent\nben@example.edu,AL1,1,0\n',
  );
  expect(alone.body).toMatchObject({
    unchanged: 1,
    absent: { count: 1, first: ['Ann in Algebra'] },
  });
  expect((await office.get('/api/move-in/batches')).body).toHaveLength(3);
});

test('rows that cannot be compared say why', async () => {
  const { body } = await send<MoveInReport>(
    'totals',
    `Email,Subject,Classes,Percent
nobody@example.edu,AL1,1,
nowhere@example.edu,AL1,1,
,AL1,,many
,AL1,3,
,AL2,3,
ann@example.edu,AL1,,
`,
  );
  expect(body.problems.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'No student has this e-mail'],
    [3, 'No student has this e-mail'],
    [4, 'Percent must be a number such as 81.5'],
    [4, 'This is the same record as in row 5'],
    [5, 'This is the same record as in row 4'],
    [6, 'There is no such subject in the term. Most like it: AL1'],
    [7, 'The row has no total: Enrolled, Classes, Present or Percent'],
  ]);
});

test('totals of subjects name the subjects of the term that have marks or balances but are not in the file', async () => {
  await campus.make.term({
    name: 'Earlier',
    is_open: false,
    starts_on: '2026-02-01' as IsoDate,
    ends_on: '2026-06-30' as IsoDate,
  });
  await send(
    'subjects',
    `Code,Name,Teacher,Term
GE1,Geometry,dana@example.edu,
LO1,Logic,dana@example.edu,
CH1,Chess,dana@example.edu,
HI1,History,dana@example.edu,Earlier
`,
  );
  const enrolled = 'ann@example.edu,GE1,\nann@example.edu,LO1,\nann@example.edu,HI1,Earlier\n';
  await send('enrolments', `Email,Subject,Term\n${enrolled}`);
  await send('past-marks', 'Email,Subject,Date,Mark\nann@example.edu,LO1,2026-10-01,P\n');
  const balances =
    'ann@example.edu,GE1,,2026-10-01,9,8\nann@example.edu,HI1,Earlier,2026-06-30,9,8\n';
  await send('opening-balances', `Email,Subject,Term,Until,Classes,Present\n${balances}`);

  const whole = await send<MoveInReport>('totals', 'Subject,Enrolled\nAL1,2\n');
  expect(whole.body).toMatchObject({
    unchanged: 1,
    absent: { count: 2, first: ['Geometry', 'Logic'] },
  });
  const byStudent = await send<MoveInReport>(
    'totals',
    'Email,Subject,Enrolled\nann@example.edu,AL1,1\nben@example.edu,AL1,1\n',
  );
  expect(byStudent.body).toMatchObject({ unchanged: 2, absent: { count: 0, first: [] } });
});
