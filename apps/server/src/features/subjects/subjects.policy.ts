import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import type { SubjectGround } from './ground.queries.ts';

/** A teacher reaches what belongs to their own subjects, an administrator what belongs to any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw new CampusError('forbidden', 'This subject belongs to another teacher.');
};

/** Whose subjects a list over many subjects is about: a teacher's own, or everybody's (null). */
export const taughtBy = (actor: Actor): string | null => (actor.role === 'admin' ? null : actor.id);

/** What a closed term holds is corrected by an administrator alone; `what` it holds: "exams". */
export const requireChanging = (
  actor: Actor,
  ground: Pick<SubjectGround, 'teacherId' | 'termClosed'>,
  what: string,
): void => {
  requireTeaching(actor, ground.teacherId);
  if (ground.termClosed && actor.role !== 'admin')
    throw new CampusError(
      'forbidden',
      `The term of this subject is closed. An administrator can still correct its ${what}.`,
    );
};
