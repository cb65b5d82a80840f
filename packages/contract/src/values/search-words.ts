/** Letters that do not decompose, with what is typed for them; `search_key` in the database has the same. */
const plainLetters = new Map(
  'łl øo đd ðd ħh ŧt ıi ŋn ɓb ɗd ƙk ƴy ςσ ßss æae œoe þth'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** Removes accents and case: "Agnes" finds "Ágnes", "soren" finds "Søren". */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (letter) => plainLetters.get(letter) ?? letter);

/** The words of a search, for `matchesWords`. */
export const searchWords = (search: string): string[] =>
  withoutAccents(search).split(/\s+/).filter(Boolean);

/** What a student is searched by: the fields of `person_key` in the database that a list in memory has. */
export const studentText = (
  name: string | null,
  email: string | null,
  univId: string | null,
  rollNo: string | null,
): string => [name, email, univId, rollNo].join('\n');

/** The database's search rule, for lists searched in memory: every word occurs somewhere in the text. */
export const matchesWords = (text: string, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const plain = withoutAccents(text);
  return words.every((word) => plain.includes(word));
};
