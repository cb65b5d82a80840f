import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** A teacher reaches the classes of their own subjects, an administrator those of any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw new CampusError('forbidden', 'This subject belongs to another teacher.');
};

/** Records of one person: their own, or anybody's for an administrator. */
export const requireOwnRecords = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw new CampusError('forbidden');
};
