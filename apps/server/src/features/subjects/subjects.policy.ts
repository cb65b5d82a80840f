import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** A teacher reaches what belongs to their own subjects, an administrator what belongs to any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw new CampusError('forbidden', 'This subject belongs to another teacher.');
};
