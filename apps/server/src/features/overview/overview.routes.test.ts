import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

const counts = async (by: Person = admin, headers = {}) => {
  const answers = await Promise.all(
    ['students', 'faculty', 'classes'].map((what) =>
      campus.as(by).get<number>(`/api/AdminDashboard/${what}/count`, headers),
    ),
  );
  return answers.map(({ status, body }) => (status === 200 ? body : status));
};

test('counts are bare numbers, also on an empty campus', async () => {
  expect(await counts()).toEqual([0, 0, 0]);
});

test('they count who has not left, and the subjects of the open term alone', async () => {
  const { make } = campus;
  const teacher = await make.teacher();
  await make.teacher({ active: false });
  for (const active of [true, true, false]) await make.student({ active });
  const [open, closed] = [await make.term(), await make.term({ is_open: false })];
  await make.subject({ term_id: open.id, teacher_id: teacher.id });
  for (const _ of [1, 2]) await make.subject({ term_id: closed.id, teacher_id: teacher.id });
  expect(await counts()).toEqual([2, 1, 1]);
  expect(await counts(teacher)).toEqual([2, 1, 1]);
  expect(await counts(teacher, { 'x-faculty-univid': 'F2026-9999' })).toEqual([2, 1, 1]);
});
