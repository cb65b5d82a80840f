import type { AttendanceRecord, IsoDate, Subject, TaughtSubject } from '@campus/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';

type Db = Kysely<DB>;

export const personByEmail = (
  db: Db,
  email: string,
  role: 'student' | 'teacher',
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('people')
    .where('email', '=', email)
    .where('role', '=', role)
    .select('id')
    .executeTakeFirst();

/** A teacher's subjects of the open term, with the students enrolled on a day. */
export const taughtSubjects = (db: Db, teacherId: string, on: IsoDate): Promise<TaughtSubject[]> =>
  db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('terms.is_open', '=', true)
    .where('subjects.teacher_id', '=', teacherId)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'terms.starts_on as startsOn',
      sql<number>`(select count(*)::int from enrolments where subject_id = subjects.id
        and from_on <= ${on} and (to_on is null or to_on >= ${on}))`.as('students'),
    ])
    .orderBy('subjects.name')
    .orderBy('subjects.id')
    .execute();

/** Classes with at least one mark, and the marks in them. */
export const subjectCounts = (db: Db, subjectId: string) =>
  db
    .selectFrom('subjects')
    .leftJoin('class_sessions', 'class_sessions.subject_id', 'subjects.id')
    .leftJoin('attendance_marks', 'attendance_marks.session_id', 'class_sessions.id')
    .where('subjects.id', '=', subjectId)
    .groupBy('subjects.id')
    .select([
      'subjects.teacher_id as teacherId',
      sql<number>`count(distinct attendance_marks.session_id)::int`.as('classes'),
      sql<number>`count(attendance_marks.present)::int`.as('marks'),
      sql<number>`(count(*) filter (where attendance_marks.present))::int`.as('present'),
    ])
    .executeTakeFirst();

/** Subjects of the open term a student is enrolled in, and any they have marks of. */
export const studentSubjects = (db: Db, studentId: string): Promise<Subject[]> =>
  db
    .selectFrom('subjects')
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('enrolments')
            .innerJoin('terms', (join) =>
              join.onRef('terms.id', '=', 'subjects.term_id').on('terms.is_open', '=', true),
            )
            .whereRef('enrolments.subject_id', '=', 'subjects.id')
            .where('enrolments.student_id', '=', studentId)
            .where('enrolments.to_on', 'is', null)
            .select('enrolments.id'),
        ),
        where(
          'subjects.id',
          'in',
          where
            .selectFrom('attendance_marks')
            .innerJoin('class_sessions', 'class_sessions.id', 'attendance_marks.session_id')
            .where('attendance_marks.student_id', '=', studentId)
            .select('class_sessions.subject_id'),
        ),
      ]),
    )
    .select(['subjects.id', 'subjects.name as subjectName', 'subjects.code as subjectCode'])
    .orderBy('subjects.name')
    .orderBy('subjects.id')
    .execute();

/** A student's records, newest first, of all subjects or of one. */
export const studentRecords = (
  db: Db,
  studentId: string,
  subjectId?: string,
): Promise<AttendanceRecord[]> => {
  const records = db
    .selectFrom('attendance_marks')
    .innerJoin('class_sessions', 'class_sessions.id', 'attendance_marks.session_id')
    .innerJoin('subjects', 'subjects.id', 'class_sessions.subject_id')
    .where('attendance_marks.student_id', '=', studentId)
    .select([
      'class_sessions.id',
      'class_sessions.held_on as date',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'attendance_marks.present',
      'attendance_marks.remarks',
    ])
    .orderBy('class_sessions.held_on', 'desc')
    .orderBy('subjects.name')
    .orderBy('class_sessions.id');
  return (
    subjectId ? records.where('class_sessions.subject_id', '=', subjectId) : records
  ).execute();
};

export const studentCounts = (db: Db, studentId: string) =>
  db
    .selectFrom('attendance_marks')
    .innerJoin('class_sessions', 'class_sessions.id', 'attendance_marks.session_id')
    .where('attendance_marks.student_id', '=', studentId)
    .select([
      sql<number>`count(*)::int`.as('marks'),
      sql<number>`(count(*) filter (where attendance_marks.present))::int`.as('present'),
      sql<IsoDate | null>`min(class_sessions.held_on)`.as('startDate'),
      sql<IsoDate | null>`max(class_sessions.held_on)`.as('endDate'),
    ])
    .executeTakeFirstOrThrow();

export const subjectExists = async (db: Db, subjectId: string): Promise<boolean> =>
  (await db.selectFrom('subjects').where('id', '=', subjectId).select('id').executeTakeFirst()) !==
  undefined;
