import type { IsoDate } from '@campus/contract';
import type { Db } from '../../db/db.ts';

/** A subject as far as it decides about what is kept in it: exams, assignments. */
export interface SubjectGround {
  readonly teacherId: string;
  readonly startsOn: IsoDate;
  readonly endsOn: IsoDate;
  readonly termClosed: boolean;
}

/** Undefined when there is no such subject. */
export const groundOf = async (db: Db, subjectId: string): Promise<SubjectGround | undefined> => {
  const { rows } = await db.query<SubjectGround>(
    `select subjects.teacher_id::text as "teacherId", terms.starts_on as "startsOn",
       terms.ends_on as "endsOn", terms.closed_at is not null as "termClosed"
     from subjects join terms on terms.id = subjects.term_id where subjects.id = $1`,
    [subjectId],
  );
  return rows[0];
};
