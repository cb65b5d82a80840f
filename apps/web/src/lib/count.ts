/** `12,240` */
export const inFigures = (count: number): string => count.toLocaleString('en');

/** "1 student", "2,418 students". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`;
