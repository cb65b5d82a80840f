export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** When it last failed, in milliseconds since 1970; 0 if never. */
  readonly errorUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** Combines queries into one: it has data when all have, and fails when one without data has failed. */
export const combineQueries = <Data extends object>(queries: {
  readonly [Name in keyof Data]: Query<Data[Name]>;
}): Query<Data> => {
  const entries = Object.entries<Query<unknown>>(queries);
  const missing = entries.map(([, query]) => query).filter(({ data }) => data === undefined);
  return {
    data:
      missing.length === 0
        ? (Object.fromEntries(entries.map(([name, { data }]) => [name, data])) as Data)
        : undefined,
    error: missing.find(({ error }) => error)?.error ?? null,
    errorUpdatedAt: Math.max(0, ...missing.map(({ errorUpdatedAt }) => errorUpdatedAt)),
    refetch: () => Promise.all(missing.map(({ refetch }) => refetch())),
  };
};
