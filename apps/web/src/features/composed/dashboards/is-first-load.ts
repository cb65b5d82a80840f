interface Answer {
  readonly isFetched: boolean;
  readonly failureCount: number;
}

/**
 * Whether a first answer is still pending. Content below it then waits, so as not to move when it comes; not for an
 * answer that has failed and is asked for again.
 */
export const isFirstLoad = ({ isFetched, failureCount }: Answer): boolean =>
  !isFetched && failureCount === 0;
