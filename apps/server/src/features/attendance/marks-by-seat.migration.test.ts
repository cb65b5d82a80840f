import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { emptyDatabase, type TestDatabase } from '../../testing/test-database.ts';

const migrations = join(import.meta.dirname, '../../../migrations');

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'campus-former-'));
  for (const file of readdirSync(migrations))
    if (file < '0032') cpSync(join(migrations, file), join(folder, file));
  await migrate(database.owner, folder);
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Everything known about marks, one row each; without the ids of changes, whose form the migration changes. */
const everything = async () => {
  const rows = async (statement: string) => (await database.pool.query(statement)).rows;
  return {
    marks: await rows('select * from attendance_marks order by session_id, student_id').then(
      (all) =>
        all.map(
          ({ session_id, student_id, present, remarks, correction, marked_by, marked_at }) => ({
            session_id,
            student_id,
            present,
            remarks,
            correction,
            marked_by,
            marked_at,
          }),
        ),
    ),
    history: await rows(
      `select session_id, student_id, version, present, remarks, previous_present,
         previous_remarks, correction, changed_by, changed_at
       from attendance_mark_changes order by session_id, version, student_id`,
    ),
    tallies: await rows('select * from attendance_tallies order by subject_id, student_id'),
    subjects: await rows('select subject_id, marks, present from subject_tallies order by 1'),
    classes: await rows(
      'select id, subject_id, held_on, slot, version from class_sessions order by id',
    ),
  };
};

test('marks, corrections, remarks, histories and totals survive the migration to seats', async () => {
  const { pool } = database;
  await pool.query(`
    insert into people (role, email, name, univ_id)
    select 'student', 'student.' || n, 'Student ' || n, 'S-' || n from generate_series(1, 230) n;
    insert into students (person_id, roll_no) select id, 'R-' || id from people;
    insert into people (role, email, name, univ_id) values ('teacher', 'meera', 'Meera', 'F-1'), ('teacher', 'jon', 'Jon', 'F-2');
    insert into people (role, email, name) values ('admin', 'ruth', 'Ruth');
    insert into faculty (person_id, department) select id, 'Physics' from people where role = 'teacher';
    insert into terms (name, starts_on, ends_on, is_open) values ('Spring', '2026-01-01', '2026-06-30', true);
    insert into subjects (term_id, name, code, teacher_id)
    select terms.id, 'Subject ' || n, 'S' || n, people.id from generate_series(1, 4) n, terms, people
    where people.email = 'meera';
    -- Half of the students leave the third subject; nobody is ever marked in the fourth.
    insert into enrolments (subject_id, student_id, from_on, to_on)
    select subjects.id, person_id, '2026-01-01',
      case when code = 'S3' and person_id % 2 = 0 then '2026-02-10'::date end
    from subjects, students where code <> 'S2' or person_id < 20;
    -- The only class of the fourth subject was opened and never marked.
    insert into class_sessions (subject_id, held_on)
    select id, date '2026-02-01' + day * 3 from subjects, generate_series(1, 12) day
    where code in ('S1', 'S2', 'S3') or (code = 'S4' and day = 1)`);
  // Submissions stored as before the migration: some cover only part of a class, some change earlier marks.
  for (let turn = 1; turn <= 6; turn += 1)
    await pool.query(
      `with sent as (
         select session.id as session_id, student_id, (student_id * 7 + session.id * $1) % 6 > 0 as present,
           case when (student_id + session.id) % 9 = $1 then 'Remark ' || $1 end as remarks
         from class_sessions session
         join subjects on subjects.id = session.subject_id and code <> 'S4'
         join enrolments using (subject_id)
         where from_on <= held_on and (to_on is null or to_on >= held_on)
           and (session.id + $1) % 3 > 0 and (student_id + session.id) % ($1 + 1) < 2
       ),
       changed as (
         select sent.*, stored.present as previous_present, stored.remarks as previous_remarks
         from sent left join attendance_marks stored using (session_id, student_id)
         where sent.present is distinct from stored.present
           or sent.remarks is distinct from stored.remarks
       ),
       session as (
         update class_sessions set version = version + 1
         where id in (select session_id from changed) returning id, version
       ),
       author as (select id, role = 'admin' as correction from people where email = $2),
       marks as (
         insert into attendance_marks
           (session_id, student_id, present, remarks, correction, marked_by, marked_at)
         select session_id, student_id, present, remarks, correction, author.id, $3 from changed, author
         on conflict (session_id, student_id) do update
           set present = excluded.present, remarks = excluded.remarks,
             correction = excluded.correction, marked_by = excluded.marked_by,
             marked_at = excluded.marked_at
       )
       insert into attendance_mark_changes (session_id, student_id, version, present, remarks,
         previous_present, previous_remarks, correction, changed_by, changed_at)
       select session_id, student_id, version, present, remarks, previous_present,
         previous_remarks, correction, author.id, $3
       from changed join session on session.id = session_id cross join author`,
      [turn, ['meera', 'jon', 'ruth'][turn % 3], `2026-05-0${turn}T10:00:00Z`],
    );
  const before = await everything();
  expect(before.history.length).toBeGreaterThan(before.marks.length);
  expect(before.marks.some(({ correction }) => correction)).toBe(true);

  expect(await migrate(database.owner)).toContain('0032_a_class_is_one_row');

  expect(await everything()).toEqual(before);
  for (const [columns, kept] of [
    ['*', 'seat_tallies'],
    ['subject_id, marks, present', 'subject_tallies'],
  ])
    expect(
      (await pool.query(`select ${columns} from ${kept} except table ${kept}_now`)).rows,
    ).toEqual([]);
});
