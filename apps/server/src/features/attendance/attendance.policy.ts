import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** What a closed term holds is corrected by an administrator alone. */
export const requireCorrecting = (actor: Actor): void => {
  if (actor.role !== 'admin')
    throw new CampusError(
      'forbidden',
      'The term of this subject is closed. An administrator can still correct its attendance.',
    );
};
