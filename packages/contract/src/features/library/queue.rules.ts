import { addDays, type IsoDate } from '../../values/dates.ts';
import { lendingRules } from './lending.rules.ts';

/** An open reservation of a book. With a copy, that copy is held at the desk until `heldUntil`. */
export interface Waiting {
  readonly id: string;
  readonly copyId: string | null;
  readonly heldUntil: IsoDate | null;
  /** Whether the reader has left, or the account is deactivated. */
  readonly gone: boolean;
}

export interface QueuePlan {
  /** Reservations whose hold has expired, and those without one of readers who are gone. */
  readonly lapsed: readonly string[];
  /** Reservations that get a copy now. */
  readonly held: readonly {
    readonly id: string;
    readonly copyId: string;
    readonly heldUntil: IsoDate;
  }[];
  /** Copies that anyone may borrow. */
  readonly free: readonly string[];
}

/**
 * Plans the queue of a book for today: holds past their day lapse, as does the waiting of readers who are gone, and
 * copies neither lent nor held go to those who wait, in order. `queue` is in the order the reservations were made; `copyIds` are the copies
 * that are not lent.
 */
export const planQueue = (
  queue: readonly Waiting[],
  copyIds: readonly string[],
  today: IsoDate,
): QueuePlan => {
  const stale = ({ heldUntil, gone }: Waiting): boolean =>
    heldUntil === null ? gone : heldUntil < today;
  const lapsed = queue.filter(stale).map(({ id }) => id);
  const current = queue.filter((one) => !stale(one));
  const kept = new Set(current.map(({ copyId }) => copyId));
  const open = copyIds.filter((copy) => !kept.has(copy));
  const heldUntil = addDays(today, lendingRules.holdDays);
  const held = current
    .filter(({ copyId }) => copyId === null)
    .slice(0, open.length)
    .map(({ id }, index) => ({ id, copyId: open[index] ?? '', heldUntil }));
  return { lapsed, held, free: open.slice(held.length) };
};
