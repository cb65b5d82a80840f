export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** When it last failed, in milliseconds since 1970; 0 if never. */
  readonly errorUpdatedAt: number;
  readonly refetch: () => unknown;
}

/**
 * Combines queries into one: it has data when all have. Its failure is that of a query without data or, when all have
 * some, of one that could not be refreshed.
 */
export const combineQueries = <Data extends object>(queries: {
  readonly [Name in keyof Data]: Query<Data[Name]>;
}): Query<Data> => {
  const entries = Object.entries<Query<unknown>>(queries);
  const all = entries.map(([, query]) => query);
  const missing = all.filter(({ data }) => data === undefined);
  const asked = missing.length > 0 ? missing : all;
  return {
    data:
      missing.length === 0
        ? (Object.fromEntries(entries.map(([name, { data }]) => [name, data])) as Data)
        : undefined,
    error: asked.find(({ error }) => error)?.error ?? null,
    errorUpdatedAt: Math.max(0, ...asked.map(({ errorUpdatedAt }) => errorUpdatedAt)),
    refetch: () => Promise.all(asked.map(({ refetch }) => refetch())),
  };
};
