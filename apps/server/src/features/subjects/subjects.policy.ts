import type { Actor } from '../../http/call.ts';
import { found, forbidden } from '../../campus-error.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { isRecordId } from '../../db/sql.ts';
import { noSuchSubject, noSuchTerm } from './refusals.ts';
import { readSubjectContext, type SubjectContext } from './subjects.queries.ts';

/** Of a subject in which something is to be made: it is not deleted meanwhile. */
export const subjectContext = async (tx: Transaction, subjectId: string): Promise<SubjectContext> =>
  found(await readSubjectContext(tx, subjectId, 'held'), noSuchSubject);

/** A teacher reaches what belongs to their own subjects, an administrator what belongs to any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw forbidden('This subject belongs to another teacher.');
};

export const requireTeachingOf = async (db: Db, actor: Actor, subjectId: string): Promise<void> =>
  requireTeaching(
    actor,
    found(await readSubjectContext(db, subjectId, 'looking'), noSuchSubject).teacherId,
  );

/** Whose subjects a list over many subjects is about: a teacher's own, or everybody's (null). */
export const taughtBy = (actor: Actor): string | null => (actor.role === 'admin' ? null : actor.id);

/** What a closed term holds is corrected by an administrator alone; `what` it holds: "exams". */
export const requireChanging = (
  actor: Actor,
  context: Pick<SubjectContext, 'teacherId' | 'termClosed'>,
  what: string,
): void => {
  requireTeaching(actor, context.teacherId);
  if (context.termClosed && actor.role !== 'admin')
    throw forbidden(
      `The term of this subject is closed. An administrator can still correct its ${what}.`,
    );
};

/** Of the term that a list is asked for: an id that no term can have. */
export const refuseNoTerm = (termId: string | undefined): void => {
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
};
