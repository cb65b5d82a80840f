import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** A teacher looks at the results of their own subjects, an administrator at any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw new CampusError('forbidden', 'This subject belongs to another teacher.');
};

/** Whose subjects a list over many subjects is about: a teacher's own, or everybody's (null). */
export const taughtBy = (actor: Actor): string | null => (actor.role === 'admin' ? null : actor.id);

/** Results of one person: their own, or anybody's for an administrator. */
export const requireOwnResults = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw new CampusError('forbidden');
};
