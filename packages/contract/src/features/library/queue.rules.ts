import { addDays, type IsoDate } from '../../values/dates.ts';
import { lendingRules } from './lending.rules.ts';

/** An open reservation of a book. With a copy, that copy is held at the desk until `heldUntil`. */
export interface Waiting {
  readonly id: string;
  readonly copyId: string | null;
  readonly heldUntil: IsoDate | null;
}

export interface QueuePlan {
  /** Reservations whose hold has expired. */
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
 * Plans the queue of a book for today: holds past their day lapse, and copies neither lent nor held go to
 * those who wait, in order. `queue` is in the order the reservations were made; `copyIds` are the copies
 * that are not lent.
 */
export const planQueue = (
  queue: readonly Waiting[],
  copyIds: readonly string[],
  today: IsoDate,
): QueuePlan => {
  const stale = ({ heldUntil }: Waiting): boolean => heldUntil !== null && heldUntil < today;
  const lapsed = queue.filter(stale).map(({ id }) => id);
  const kept = new Set(queue.filter((one) => !stale(one)).map(({ copyId }) => copyId));
  const open = copyIds.filter((copy) => !kept.has(copy));
  const heldUntil = addDays(today, lendingRules.holdDays);
  const held = queue
    .filter(({ copyId }) => copyId === null)
    .slice(0, open.length)
    .map(({ id }, index) => ({ id, copyId: open[index] ?? '', heldUntil }));
  return { lapsed, held, free: open.slice(held.length) };
};
