/** `12,240` */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** "1 student", "2,418 students". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
