import type { Actor } from '../../http/call.ts';
import { forbidden } from '../../campus-error.ts';

/** Outcomes are for the teacher who asked: nobody else marks them as looked at. */
export const requireOwnRequests = (
  actor: Actor,
  requests: readonly { readonly teacherId: string }[],
): void => {
  if (requests.some(({ teacherId }) => teacherId !== actor.id)) throw forbidden();
};
