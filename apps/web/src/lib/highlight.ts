import { withoutAccents } from '@campus/contract';

/** Splits a text into the parts that were searched for and those between them. */
export const highlightParts = (
  text: string,
  words: readonly string[],
): { readonly text: string; readonly found: boolean; readonly at: number }[] => {
  const letters = Array.from(text);
  // Maps each place of the plain text to the letter it came from: one letter may become several, or none.
  const origin = letters.flatMap((letter, at) =>
    Array.from({ length: withoutAccents(letter).length }, () => at),
  );
  const normalized = withoutAccents(text);
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
