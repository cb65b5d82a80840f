/** `12,240` */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** "1 student", "2,418 students". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `72.4%`; null for no value. */
export const percentText = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : `${value}%`;
