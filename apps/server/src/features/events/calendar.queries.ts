import { type EventReader, type IsoDate, type Role } from '@campus/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { day, type Db, integer, text, timestamp } from '../../db/db.ts';
import { enrolledNow, enrolledOn, rowWith, wasOpened } from '../../db/sql.ts';
import { type EventRecord, selectEvents } from './event-record.queries.ts';

export interface Reader extends EventReader {
  readonly id: string;
}

/** Days on campus, both included, and the instants at which the range begins and ends. */
export interface Range {
  readonly timeZone: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly begins: Date;
  readonly ends: Date;
}

/** The person's role and, for a student, what audiences depend on. */
export const readerOf = async (
  db: Db,
  person: { readonly id: string; readonly role: Role },
): Promise<Reader> => {
  const nobody = { course: null, branch: null, semester: null, year: null };
  if (person.role !== 'student') return { id: person.id, role: person.role, ...nobody };
  const parts = ['course', 'branch', 'semester', 'year'] as const;
  const student = await rowWith(db, 'students', { person_id: person.id }, parts);
  return { id: person.id, role: person.role, ...(student ?? nobody) };
};

/** Events that overlap the range, whatever their audience. None lasts longer than 366 days. */
export const eventsIn = (db: Db, { from, to, begins, ends }: Range): Promise<EventRecord[]> =>
  selectEvents(db)
    .where(
      sql<boolean>`(
        (starts_on between ${from}::date - 366 and ${to} and ends_on >= ${from})
        or (starts_at >= ${begins}::timestamptz - interval '368 days' and starts_at < ${ends}
          and (ends_at > ${begins} or starts_at >= ${begins})))`,
    )
    .execute();

const dated = z.object({ id: text, title: text, version: integer, changedAt: timestamp });
const examDate = dated.extend({ heldOn: day });
export type ExamDate = z.infer<typeof examDate>;

/** The subjects of the reader, `$4`, on any day: with `concerns` alone, the dates in all subjects would be read. */
const subjectsOf: Readonly<Record<Role, string>> = {
  admin: 'true',
  teacher: `subjects.id = any(array(select id from subjects where teacher_id = $4
    union select subject_id from subject_teachers where person_id = $4))`,
  student: 'subjects.id = any(array(select subject_id from enrolments where student_id = $4))',
};

/** Whether dates of the subject on a day concern the reader, `$4`, with the role `$3`. */
const concerns = (on: string, enrolled: string): string => `($3 = 'admin' or ${wasOpened})
  and case $3
    when 'admin' then true
    when 'teacher' then subjects.teacher_id = $4 or exists (select from subject_teachers as helper
      where helper.subject_id = subjects.id and helper.person_id = $4 and may_grade
        and helper.from_on <= ${on} and coalesce(helper.to_on >= ${on}, true))
    else exists (select from enrolments where enrolments.student_id = $4 and ${enrolled}) end`;

/**
 * Dates of exams, drafts included, since no exam is published before it was held; the earliest, up to the limit.
 * Administrators see all, teachers those of subjects they teach or help in, students those of subjects in which they
 * are enrolled that day. What was to come when its term was closed is left out, unless somebody has planned it anew
 * since. Reads no marks.
 */
export const examDatesIn = (
  db: Db,
  { id, role }: Pick<Reader, 'id' | 'role'>,
  { from, to, timeZone }: Pick<Range, 'from' | 'to' | 'timeZone'>,
  limit?: number,
) =>
  db.rows(
    examDate,
    `select exam.id::text, subjects.name || ': ' || exam.title as title, exam.held_on as "heldOn",
       exam.version, changed.at as "changedAt"
     from exams exam join subjects on subjects.id = exam.subject_id
     join terms on terms.id = subjects.term_id
     cross join lateral (select coalesce((select max(changed_at) from exam_changes
       where exam_id = exam.id), exam.created_at) as at) as changed
     where exam.deleted_at is null and exam.held_on between $1 and $2 and ${subjectsOf[role]}
       and ${concerns('exam.held_on', `enrolments.subject_id = subjects.id and ${enrolledOn('exam.held_on')}`)}
       and (terms.closed_at is null or exam.held_on <= (terms.closed_at at time zone $5)::date
         or changed.at >= terms.closed_at)
     order by exam.held_on, exam.id limit $6`,
    [from, to, role, id, timeZone, limit],
  );

const deadlineRow = dated.extend({ dueAt: timestamp });
export type Deadline = z.infer<typeof deadlineRow>;

/**
 * Deadlines of assignments before the closing of their term, for the same people as the dates of exams; students see
 * those of subjects in which they are enrolled today or, outside the term, on its day nearest to today.
 */
export const deadlinesIn = (
  db: Db,
  { id, role }: Pick<Reader, 'id' | 'role'>,
  { begins, ends }: Pick<Range, 'begins' | 'ends'>,
  today: IsoDate,
  limit?: number,
) => {
  // Only students have deadlines of their own; the column alone is in the order of an index.
  const due =
    role === 'student' ? 'greatest(assignment.due_at, extension.due_at)' : 'assignment.due_at';
  return db.rows(
    deadlineRow,
    `select assignment.id::text, subjects.name || ': ' || assignment.title as title,
       ${due} as "dueAt", 1 + changes.count + extension.count as version,
       coalesce(greatest(changes.latest, extension.latest), assignment.created_at) as "changedAt"
     from assignments assignment
     join subjects on subjects.id = assignment.subject_id
     join terms on terms.id = subjects.term_id
     cross join lateral (select count(*)::int as count, max(changed_at) as latest
       from assignment_changes where assignment_id = assignment.id) as changes
     cross join lateral (select count(*)::int as count, max(changed_at) as latest,
         (array_agg(due_at order by id desc))[1] as due_at
       from assignment_extensions
       where assignment_id = assignment.id and student_id = $4) as extension
     where assignment.deleted_at is null and ${subjectsOf[role]} and assignment.due_at < $2
       and (assignment.due_at >= $1 or $3 = 'student' and assignment.id in (
         select assignment_id from assignment_extensions where student_id = $4))
       and ${due} >= $1 and ${due} < least($2, terms.closed_at)
       and ${concerns('$5', enrolledNow('$5'))}
     order by ${due}, assignment.id limit $6`,
    [begins, ends, role, id, today, limit],
  );
};
