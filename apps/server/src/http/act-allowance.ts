import type { Campus } from '../campus.ts';
import { CampusError } from '../campus-error.ts';
import type { Actor } from './call.ts';

/** Acts of one student in a window, in each process; nobody’s own work comes near. */
const most = 300;
const windowMs = 10 * 60_000;

/**
 * Limits the acts of students: each adds an entry to the audit trail, which nobody can remove again, so that a script
 * could fill the disk. Throws above the limit until the window ends.
 */
export const createActAllowance = ({ clock }: Campus): ((actor: Actor | null) => void) => {
  const made = new Map<string, number>();
  let endsAt = 0;
  return (actor) => {
    if (actor?.role !== 'student') return;
    const now = clock.now();
    if (now >= endsAt) {
      made.clear();
      endsAt = now + windowMs;
    }
    const acts = (made.get(actor.id) ?? 0) + 1;
    made.set(actor.id, acts);
    if (acts > most)
      throw new CampusError(
        'too_many_requests',
        'You have made too many changes in a short time. Please wait ten minutes and try again.',
        { headers: { 'retry-after': String(Math.ceil((endsAt - now) / 1000)) } },
      );
  };
};
