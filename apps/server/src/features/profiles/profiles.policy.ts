import type { Actor } from '../../http/call.ts';
import { requireOwn } from '../people/index.ts';
import type { Kind } from './profiles.queries.ts';

/** Administrators see any image, teachers any student's, everybody their own. */
export const requireMayRead = (actor: Actor, kind: Kind, email: string): void => {
  if (actor.role === 'teacher' && kind === 'student') return;
  requireOwn(actor, email);
};
