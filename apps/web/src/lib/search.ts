/** Removes accents and case: "Agnes" finds "Ágnes". */
export const normalize = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a search, normalised for comparison. */
export const searchWords = (search: string): string[] =>
  normalize(search).split(/\s+/).filter(Boolean);

/** The server's search rule, for lists searched in the browser: every word occurs somewhere in the text. */
export const matchesWords = (text: string, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const normalized = normalize(text);
  return words.every((word) => normalized.includes(word));
};

/** Splits a text into the parts that were searched for and those between them. */
export const highlightParts = (
  text: string,
  words: readonly string[],
): { readonly text: string; readonly found: boolean; readonly at: number }[] => {
  const letters = Array.from(text);
  // Maps each place of the plain text to the letter it came from: one letter may become several, or none.
  const origin = letters.flatMap((letter, at) =>
    Array.from({ length: normalize(letter).length }, () => at),
  );
  const normalized = normalize(text);
  const found = new Set(
    words.flatMap((word) => {
      const start = normalized.indexOf(word);
      return start === -1 ? [] : origin.slice(start, start + word.length);
    }),
  );
  const parts: { text: string; found: boolean; at: number }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last?.found === found.has(at)) last.text += letter;
    else parts.push({ text: letter, found: found.has(at), at });
  }
  return parts;
};
