interface Answer {
  readonly isFetched: boolean;
  readonly failureCount: number;
}

/**
 * What stands below an answer waits for it, or it would move when the answer comes. Not for one that
 * has to be asked for again.
 */
export const isAwaited = ({ isFetched, failureCount }: Answer): boolean =>
  !isFetched && failureCount === 0;
