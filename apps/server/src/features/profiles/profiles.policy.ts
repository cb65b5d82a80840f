import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';
import type { Kind } from './profiles.queries.ts';

/** Administrators see any image, teachers any student's, everybody their own. */
export const requireMayRead = (actor: Actor, kind: Kind, email: string): void => {
  if (actor.role === 'teacher' && kind === 'student') return;
  requireMayUpload(actor, email);
};

/** Administrators for anybody, everybody for themselves. */
export const requireMayUpload = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw new CampusError('forbidden');
};
