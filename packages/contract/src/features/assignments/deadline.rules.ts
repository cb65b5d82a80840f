/** Returns whether a deadline has passed. Its minute still counts: 23:59 means until 23:59:59. */
export const isPast = (deadline: Date, now: Date): boolean =>
  now.getTime() >= deadline.getTime() + 60_000;
