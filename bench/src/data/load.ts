import type { Client } from 'pg';
import { loadAttendance } from './attendance.ts';
import { continueIds, copy, line } from './copy.ts';
import type { BenchCampus } from './generate.ts';

/** Fills a migrated, empty database, and leaves it vacuumed and analysed. */
export const loadCampus = async (client: Client, campus: BenchCampus): Promise<void> => {
  await loadPeople(client, campus);
  // Its triggers were disabled.
  await client.query('insert into student_directory select * from students_as_they_are()');
  await loadAttendance(client, campus);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
};

/** Loads all people, and who teaches and takes which subject. */
export const loadPeople = async (client: Client, campus: BenchCampus): Promise<void> => {
  // The rows are consistent by construction: checking each takes minutes.
  await client.query('set session_replication_role = replica');
  await copy(client, 'people (id, role, email, name, univ_id)', people(campus));
  await copy(
    client,
    'faculty (person_id, department)',
    campus.teachers.map(({ id }) => line(id, 'Computer Science')),
  );
  await copy(
    client,
    'students (person_id, roll_no, course, semester, year)',
    campus.students.map(({ id, rollNo, course }) => line(id, rollNo, course, 3, 2)),
  );
  const { startsOn, endsOn } = campus.term;
  await copy(client, 'terms (id, name, starts_on, ends_on, is_open)', [
    line(1, 'This term', startsOn, endsOn, true),
  ]);
  await copy(
    client,
    'subjects (id, term_id, name, code, credits, teacher_id, audience_course)',
    campus.subjects.map(({ id, code, teacher, course }) =>
      line(id, 1, `Subject ${code}`, code, 3, teacher.id, course),
    ),
  );
  await copy(client, 'enrolments (subject_id, student_id, from_on)', enrolments(campus));
  await continueIds(client, 'people', 'terms', 'subjects', 'enrolments');
  await client.query('set session_replication_role = origin');
};

const people = function* ({ admin, teachers, students }: BenchCampus): Generator<string> {
  yield line(admin.id, 'admin', admin.email, admin.name, null);
  for (const { id, email, name } of teachers) yield line(id, 'teacher', email, name, `F-${id}`);
  for (const { id, email, name } of students) yield line(id, 'student', email, name, `S-${id}`);
};

const enrolments = function* ({ subjects, term }: BenchCampus): Generator<string> {
  for (const subject of subjects)
    yield subject.students.map(({ id }) => line(subject.id, id, term.startsOn)).join('');
};
