import { formatDay } from '../../lib/day.ts';

/** `2026-11` as `Nov 2026`; anything else, such as a term's name, unchanged. */
export const monthName = (month: string): string =>
  /^\d{4}-\d{2}$/.test(month) ? formatDay(`${month}-01`).replace(/^1 /, '') : month;
