/** Removes accents and case: "Agnes" finds "Ágnes". */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of a search, normalised for comparison. */
export const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean);

/** The server's search rule, for lists searched in the browser: every word occurs somewhere in the text. */
export const matchesWords = (text: string, words: readonly string[]): boolean => {
  const plainText = plain(text);
  return words.every((word) => plainText.includes(word));
};

/** Splits a text into the parts that were searched for and those between them. */
export const partsOf = (
  text: string,
  words: readonly string[],
): { readonly text: string; readonly found: boolean; readonly at: number }[] => {
  const letters = Array.from(text);
  // Maps each place of the plain text to the letter it came from: one letter may become several, or none.
  const origin = letters.flatMap((letter, at) =>
    Array.from({ length: plain(letter).length }, () => at),
  );
  const plainText = plain(text);
  const found = new Set(
    words.flatMap((word) => {
      const start = plainText.indexOf(word);
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
