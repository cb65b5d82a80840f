import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** A teacher reaches the classes of their own subjects, an administrator those of any. */
export const requireTeaching = (actor: Actor, teacherId: string): void => {
  if (actor.role !== 'admin' && actor.id !== teacherId)
    throw new CampusError('forbidden', 'This subject belongs to another teacher.');
};

/** What a closed term holds is corrected by an administrator alone. */
export const requireCorrecting = (actor: Actor): void => {
  if (actor.role !== 'admin')
    throw new CampusError(
      'forbidden',
      'The term of this subject is closed. An administrator can still correct its attendance.',
    );
};

/** Records of one person: their own, or anybody's for an administrator. */
export const requireOwnRecords = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw new CampusError('forbidden');
};
