/**
 * The largest list accepted at once, in a file or as one class, which is marked, examined and exported in
 * one piece.
 */
export const listLimits = { rows: 100_000, bytes: 32 * 1024 * 1024 } as const;
