/**
 * Largest list taken at once: whom one file brings, one class holds, so that it is marked, examined and
 * exported in one piece.
 */
export const listLimits = { rows: 100_000, bytes: 32 * 1024 * 1024 } as const;
