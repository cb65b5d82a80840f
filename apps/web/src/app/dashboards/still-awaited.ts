import { neverAnswered } from '../../lib/never-answered.ts';

interface Answer {
  readonly data: unknown;
  readonly errorUpdateCount: number;
  readonly failureCount: number;
}

/**
 * What stands below an answer waits for it, or it would move when the answer comes. Not for one that
 * has to be asked for again.
 */
export const stillAwaited = (answer: Answer): boolean =>
  neverAnswered(answer) && answer.failureCount === 0;
