interface Answer {
  readonly data: unknown;
  readonly errorUpdateCount: number;
}

/**
 * The first answer is still awaited. Asking again after a failure is not waiting: what stands in for
 * the answer stays on the page meanwhile.
 */
export const neverAnswered = ({ data, errorUpdateCount }: Answer): boolean =>
  data === undefined && errorUpdateCount === 0;
