interface Answer {
  readonly isFetched: boolean;
  readonly failureCount: number;
}

/**
 * Whether a query is loading for the first time and has not failed. Content below it stays hidden, so that it does
 * not move.
 */
export const isFirstLoad = ({ isFetched, failureCount }: Answer): boolean =>
  !isFetched && failureCount === 0;
