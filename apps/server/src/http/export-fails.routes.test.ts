import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let admin: Caller;
let exam: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = campus.as(await make.admin());
  const { id: term_id } = await make.term();
  const { id: teacher_id } = await make.teacher();
  const ada = await make.student();
  const { id: subject } = await make.subject({ term_id, teacher_id }, [ada]);
  const planned = { subjectId: subject, title: 'Oral', heldOn: campus.today, maxMarks: 10 };
  ({ id: exam } = (await admin.post('/api/exams', planned)).body);
  // Exporting is recorded: here the record is refused when the transaction ends.
  await campus.database.asOwner(`
    create function refuse_at_commit() returns trigger language plpgsql
      as $$ begin raise exception 'no' using errcode = 'query_canceled'; end $$;
    create constraint trigger refused_at_commit after insert on trail
      deferrable initially deferred for each row execute function refuse_at_commit()`);
});
afterAll(() => campus.close());

const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return /\/campus-[^/]+ \(deleted\)$/.test(path) ? [path] : [];
    } catch {
      return []; // The descriptor of the folder itself, closed by now.
    }
  });

test
  .runIf(process.platform === 'linux')
  .each([
    '/api/people/students/export',
    '/api/people/faculty/export',
    '/api/library/books/export',
    '/api/terms/export',
    '/api/exams/:exam/results.csv',
    '/api/move-in/export?kind=terms',
    '/api/move-in/oneroster',
    '/api/reports/head-count/export',
    '/api/trail/export.csv',
    '/api/trail/export.json',
  ])('when the export %s cannot be recorded, no file is left open', async (path) => {
  const before = openFiles();
  const answer = await admin.get(path.replace(':exam', exam));
  expect(answer.status).toBe(503);
  expect(openFiles()).toEqual(before);
});
