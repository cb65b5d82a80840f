import { addDays, type IsoDate } from '../../values/dates.ts';
import { lendingRules } from './lending.rules.ts';

/** An open reservation of a book; with a copy, one is held at the desk until a day. */
export interface Waiting {
  readonly id: string;
  readonly copyId: string | null;
  readonly heldUntil: IsoDate | null;
}

export interface QueuePlan {
  /** Holds that nobody has come for. */
  readonly lapsed: readonly string[];
  /** Copies to be held from now on, for whom. */
  readonly held: readonly {
    readonly id: string;
    readonly copyId: string;
    readonly heldUntil: IsoDate;
  }[];
  /** Copies that anybody may have. */
  readonly free: readonly string[];
}

/**
 * What is to be done with the queue of a book today: holds that are past their day lapse, and copies
 * that are neither lent nor held go to those who wait, the first of them first. `queue` is in the order
 * in which the reservations were made; `copyIds` are the copies that are not lent.
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
