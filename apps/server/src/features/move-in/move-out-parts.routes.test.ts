import { type IsoDate, listLimits } from '@campus/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin());
});
afterAll(() => campus.close());

test('more exams than one file may hold move out as parts, each of which moves in again', async () => {
  const { make, database } = campus;
  const { id: term_id } = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  const teacher = await make.teacher({ name: 'Dana' });
  const { id } = await make.subject({ term_id, teacher_id: teacher.id, code: 'AL1' });
  await database.pool.query(
    `insert into exams (subject_id, title, held_on, created_by)
     select $1, 'Test ' || n, '2026-11-03', $2 from generate_series(1, 100001) as n`,
    [id, teacher.id],
  );
  const files = moveInFiles(() => office);
  const { bytes: whole } = await office.get('/api/move-in/export?kind=exams');
  const refusal = await files.send<any>('exams', whole.toString(), '?dryRun=true');
  expect([refusal.status, refusal.body.error]).toEqual([413, 'too_large']);

  const { status, headers, bytes } = await office.get('/api/move-in/export/parts?kind=exams');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const parts = Object.entries(unzipSync(bytes));
  expect(parts.map(([name]) => name)).toEqual(['part-001.csv', 'part-002.csv']);
  const [first = '', last = ''] = parts.map(([, part]) => Buffer.from(part).toString());
  expect(first.split('\n')).toHaveLength(1 + listLimits.rows + 1);
  expect(first + last.slice(last.indexOf('\n') + 1)).toBe(whole.toString());
  expect(await files.preview('exams', first)).toMatchObject({ unchanged: listLimits.rows });
  expect(await files.preview('exams', last)).toMatchObject({ rows: 1, unchanged: 1 });
});
