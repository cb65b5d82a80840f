import { addDays, capitalise, type IsoDate } from '@campus/contract';
import type { Insertable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Enrolments, People, Students, Subjects, Terms } from '../db/tables.generated.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

type Fields<T> = Partial<Insertable<T>>;

/**
 * Creates rows with sensible values for everything a test does not care about. `today` is the test
 * campus's day.
 */
export const createMake = (db: Db, today: IsoDate) => {
  let made = 0;

  const person = async (role: 'admin' | 'teacher' | 'student', fields: Fields<People>) => {
    made += 1;
    const number = String(made).padStart(3, '0');
    return db
      .insertInto('people')
      .values({
        role,
        email: `${role}${number}@example.edu`,
        name: `${capitalise(role)} ${number}`,
        univ_id: `${role[0]?.toUpperCase()}${number}`,
        ...fields,
      })
      .returning(['id', 'email', 'name'])
      .executeTakeFirstOrThrow();
  };

  const admin = (fields: Fields<People> = {}): Promise<Person> => person('admin', fields);

  const teacher = async (fields: Fields<People> = {}): Promise<Person> => {
    const row = await person('teacher', fields);
    await db
      .insertInto('faculty')
      .values({ person_id: row.id, department: 'Computer Science' })
      .execute();
    return row;
  };

  const student = async (
    fields: Fields<People> = {},
    more: Fields<Students> = {},
  ): Promise<Person> => {
    const row = await person('student', fields);
    await db
      .insertInto('students')
      .values({ person_id: row.id, ...more })
      .execute();
    return row;
  };

  /** An open term around today; one that is not open is before it, since terms must not overlap. */
  const term = (fields: Fields<Terms> = {}): Promise<{ id: string }> => {
    made += 1;
    const earlier = fields.is_open === false ? 181 : 0;
    return db
      .insertInto('terms')
      .values({
        name: `Term ${made}`,
        starts_on: addDays(today, -90 - earlier),
        ends_on: addDays(today, 90 - earlier),
        is_open: true,
        ...fields,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  };

  /** A subject of the given term and teacher with the given students enrolled. */
  const subject = async (
    fields: Fields<Subjects> & { term_id: string; teacher_id: string },
    students: readonly Person[] = [],
    enrolment: Fields<Enrolments> = {},
  ): Promise<{ id: string }> => {
    made += 1;
    const row = await db
      .insertInto('subjects')
      .values({ name: `Subject ${made}`, code: `SU${made}`, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { id } of students)
      await db
        .insertInto('enrolments')
        .values({
          subject_id: row.id,
          student_id: id,
          from_on: addDays(today, -90),
          ...enrolment,
        })
        .execute();
    return row;
  };

  return { admin, teacher, student, term, subject };
};
