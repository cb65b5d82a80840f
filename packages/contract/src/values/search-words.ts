/** Removes accents and case: "Agnes" finds "Ágnes". */
export const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a search, for `matchesWords`. */
export const searchWords = (search: string): string[] =>
  withoutAccents(search).split(/\s+/).filter(Boolean);

/** The database's search rule, for lists searched in memory: every word occurs somewhere in the text. */
export const matchesWords = (text: string, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const plain = withoutAccents(text);
  return words.every((word) => plain.includes(word));
};
