import type { Client } from 'pg';
import { termToTerm } from './generate.ts';

/** Far beyond the ids of what is generated. */
const apart = 1_000_000;

/**
 * Terms that are over: each has the subjects and the marks of the open one, of students who have
 * left since. The open term stays as it is, so that anyone who is there now reads as much as before.
 */
export const addPastTerms = async (client: Client, terms: number): Promise<void> => {
  if (terms === 0) return;
  await client.query(
    `insert into people (id, role, email, name, univ_id, active) overriding system value
     select id + ${apart}, role, 'former.' || email, name, 'P' || univ_id, false
     from people where role = 'student'`,
  );
  await client.query(
    `insert into students (person_id, roll_no, course, semester, year)
     select person_id + ${apart}, 'P' || roll_no, course, 8, 4 from students`,
  );
  for (let past = 1; past <= terms; past += 1) {
    const by = past * apart;
    await client.query(
      `insert into terms (id, name, starts_on, ends_on, closed_at, closed_by) overriding system value
       select id + ${by}, 'Term ' || ${past}, starts_on - ${past * termToTerm}, ends_on - ${past * termToTerm}, now(), 1
       from terms where id < ${apart}`,
    );
    await client.query(
      `insert into subjects (id, term_id, name, code, credits, teacher_id) overriding system value
       select id + ${by}, term_id + ${by}, name, code, credits, teacher_id
       from subjects where id < ${apart}`,
    );
    await client.query(
      `insert into enrolments (subject_id, student_id, from_on, to_on)
       select subject_id + ${by}, student_id + ${apart}, from_on - ${past * termToTerm}, from_on - ${past * termToTerm} + ${termToTerm - 1}
       from enrolments where subject_id < ${apart}`,
    );
    await client.query(
      `insert into class_sessions (id, subject_id, held_on, version) overriding system value
       select id + ${by}, subject_id + ${by}, held_on - ${past * termToTerm}, version
       from class_sessions where id < ${apart}`,
    );
    for (const [table, more] of [
      ['attendance_marks', 'marked_by'],
      ['attendance_mark_changes', 'changed_by, version, correction'],
    ] as const)
      await client.query(
        `insert into ${table} (session_id, student_id, present, remarks, ${more})
         select session_id + ${by}, student_id + ${apart}, present, remarks, ${more}
         from ${table} where session_id < ${apart}`,
      );
  }
};
