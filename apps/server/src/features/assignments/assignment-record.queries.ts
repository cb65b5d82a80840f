import { z } from 'zod';
import {
  boolean,
  day,
  type Db,
  integer,
  number,
  text,
  textOrNull,
  timestamp,
  type Transaction,
} from '../../db/db.ts';
import { addedOf, addedRow, type FieldChange, storeChanges } from '../../db/history.ts';
import { insertedId, wasOpened } from '../../db/sql.ts';
import { marksOf } from './marks.queries.ts';

/** An assignment and what decides who may change it, and when. */
const recordRow = z.object({
  subjectId: text,
  teacherId: text,
  endsOn: day,
  termClosed: boolean,
  planned: boolean,
  id: text,
  title: text,
  description: text,
  grade: integer,
  deadline: timestamp,
  acceptLate: boolean,
  /** 1, plus 1 for each change of a field. */
  version: integer,
  added: addedRow,
});
export type AssignmentRecord = z.infer<typeof recordRow>;

const select = `
  select assignment.id::text, assignment.title, assignment.description, assignment.grade,
    assignment.due_at as deadline, assignment.accept_late as "acceptLate",
    1 + (select count(*)::int from assignment_changes
      where assignment_id = assignment.id) as version, ${addedOf('assignment')} as added,
    subjects.id::text as "subjectId", subjects.teacher_id::text as "teacherId", terms.ends_on as "endsOn",
    terms.closed_at is not null as "termClosed", not ${wasOpened} as planned
  from assignments assignment
  join subjects on subjects.id = assignment.subject_id
  join terms on terms.id = subjects.term_id
  where assignment.id = $1 and assignment.deleted_at is null`;

const locks = {
  /** Others may read, hand in and mark. */
  none: '',
  /** Keeps others from changing the assignment itself and from undoing enrolments in its subject. */
  shared: 'for share of assignment for key share of subjects',
  /** Keeps others from changing it, handing in and marking. */
  exclusive: 'for update of assignment',
} as const;

/** Reads an assignment and locks it until the transaction ends. */
export const readRecord = (db: Db, id: string, lock: keyof typeof locks = 'none') =>
  db.row(recordRow, `${select} ${locks[lock]}`, [id]);

export type AssignmentValues = Pick<
  AssignmentRecord,
  'title' | 'description' | 'grade' | 'deadline' | 'acceptLate'
>;

const columnsOf = ({ title, description, grade, deadline, acceptLate }: AssignmentValues) => ({
  title,
  description,
  grade,
  due_at: deadline,
  accept_late: acceptLate,
});

export const insertAssignment = (
  tx: Transaction,
  subjectId: string,
  values: AssignmentValues,
  by: { actorId: string; at: Date },
): Promise<string> => {
  const made = { subject_id: subjectId, created_by: by.actorId, created_at: by.at };
  return insertedId(tx.insertInto('assignments').values({ ...columnsOf(values), ...made }));
};

/** Sets all values and stores the changes in the history. */
export const updateAssignment = async (
  tx: Transaction,
  id: string,
  values: AssignmentValues,
  by: { actorId: string; at: Date; changes: readonly FieldChange[] },
): Promise<void> => {
  await tx.updateTable('assignments').set(columnsOf(values)).where('id', '=', id).execute();
  await storeChanges(tx, 'assignment', id, by.changes, by);
};

export const removeAssignment = (tx: Transaction, id: string, by: { actorId: string; at: Date }) =>
  tx
    .updateTable('assignments')
    .set({ deleted_by: by.actorId, deleted_at: by.at })
    .where('id', '=', id)
    .execute();

/** How many students have handed in, and the highest marks, with the student who has them. */
export const handInCounts = (tx: Transaction, id: string) =>
  tx.one(
    { handedIn: integer, highest: number.nullable(), whose: textOrNull },
    `select (select count(distinct student_id)::int from hand_ins where assignment_id = $1)
         as "handedIn",
       best.marks as highest, best.name as whose
     from (select 1) as one left join lateral (
       select ${marksOf('hand_in_marks')} as marks, people.name
       from hand_in_marks join people on people.id = student_id
       where assignment_id = $1 order by 1 desc, people.name limit 1) as best on true`,
    [id],
  );
