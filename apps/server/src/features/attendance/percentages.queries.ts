import {
  type IsoDate,
  percentagePresent,
  type SubjectOfTerm,
  type SubjectPercentage,
} from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The subjects of the open term in which the student is enrolled on a day or later. */
const ongoingSubjects = (db: Db, studentId: string, on: IsoDate) =>
  db
    .selectFrom('enrolments')
    .innerJoin('subjects as taken', 'taken.id', 'enrolments.subject_id')
    .innerJoin('terms', (join) =>
      join.onRef('terms.id', '=', 'taken.term_id').on('terms.is_open', '=', true),
    )
    .where('enrolments.student_id', '=', studentId)
    .where((open) => open.or([open('to_on', 'is', null), open('to_on', '>=', on)]))
    .select('enrolments.subject_id');

/**
 * The subjects of the open term in which the student is enrolled on a day or later, and any other in which they have
 * marks or an opening balance, sorted by name, with their totals.
 */
const subjectsOf = (db: Db, studentId: string, on: IsoDate) =>
  db
    .selectFrom('subjects')
    .innerJoin('terms as held', 'held.id', 'subjects.term_id')
    .leftJoin('attendance_tallies as tally', (join) =>
      join.onRef('tally.subject_id', '=', 'subjects.id').on('tally.student_id', '=', studentId),
    )
    .leftJoin('opening_balances as opening', (join) =>
      join.onRef('opening.subject_id', '=', 'subjects.id').on('opening.student_id', '=', studentId),
    )
    // Starts from the student's own rows: with the condition below alone, all subjects of all terms would be read.
    .where('subjects.id', 'in', (own) =>
      own
        .selectFrom('seats')
        .where('student_id', '=', studentId)
        .select('subject_id')
        .union(
          own.selectFrom('enrolments').where('student_id', '=', studentId).select('subject_id'),
        )
        .union(
          own
            .selectFrom('opening_balances')
            .where('student_id', '=', studentId)
            .select('subject_id'),
        ),
    )
    .where((where) =>
      where.or([
        where('tally.student_id', 'is not', null),
        where('opening.id', 'is not', null),
        where('subjects.id', 'in', ongoingSubjects(db, studentId, on)),
      ]),
    )
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'held.name as termName',
    ])
    .orderBy('subjects.name')
    .orderBy('subjects.id');

export const studentSubjects = (db: Db, studentId: string, on: IsoDate): Promise<SubjectOfTerm[]> =>
  subjectsOf(db, studentId, on).execute();

export const studentPercentages = async (
  db: Db,
  studentId: string,
  on: IsoDate,
): Promise<SubjectPercentage[]> => {
  const rows = await subjectsOf(db, studentId, on)
    .select((subject) => [
      subject('subjects.id', 'in', ongoingSubjects(db, studentId, on))
        .$castTo<boolean>()
        .as('ongoing'),
      sql<number>`coalesce(tally.classes, 0)`.as('classes'),
      sql<number>`coalesce(tally.present, 0)`.as('present'),
      'tally.first_on as startDate',
      'tally.last_on as endDate',
      sql<SubjectPercentage['opening']>`case when opening.id is not null then
        json_build_object('classes', opening.classes, 'present', opening.present,
          'untilOn', opening.until_on) end`.as('opening'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, percentage: percentagePresent(row.present, row.classes) }));
};
