import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export const common = 'This password is among the most common ones. Choose another.';
export const nearlyCommon = 'This password is close to the most common ones. Choose another.';
export const ownWords =
  'This password is made of your name, your e-mail address or the name of your institution. Choose another.';

/**
 * Returns why a password is easily guessed, as a sentence; `undefined` if it is not. Case is ignored, and
 * so are up to four digits or symbols at the end. A password is guessable
 * - if it is common, or repeats a common one, or repeats up to three characters;
 * - if it consists of the owner’s words, whole or in parts of three characters or more, in any order
 *   and with any separators.
 */
export const whyGuessable = (
  password: string,
  ownerText: readonly string[],
  isCommon: (lowerCase: string) => boolean,
): string | undefined => {
  const given = password.toLowerCase();
  if (isCommon(given)) return common;
  const near = withoutSuffix(given).some((text) => {
    const piece = /^(.+?)\1+$/su.exec(text)?.[1];
    return isCommon(text) || (piece !== undefined && (piece.length <= 3 || isCommon(piece)));
  });
  if (near) return nearlyCommon;
  return isMadeOf(password, ownerText) ? ownWords : undefined;
};

/** The text itself, and without one to four digits or symbols at its end. */
const withoutSuffix = (text: string): string[] => {
  const left = (added: number) => new RegExp(`^(.+)\\P{L}{${added}}$`, 'su').exec(text)?.[1];
  return [0, 1, 2, 3, 4].map(left).filter((one) => one !== undefined);
};

const isMadeOf = (password: string, words: readonly string[]): boolean => {
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{M}\p{N}'’]+/u)]);
  const known = new Set(parts.map(lettersAndDigits).filter((part) => part.length >= 3));
  const text = lettersAndDigits(password);
  // The positions a sequence of parts can reach; the set grows during the loop.
  const ends = new Set([0]);
  for (const end of ends)
    for (const part of known) if (text.startsWith(part, end)) ends.add(end + part.length);
  return [...ends].some((end) => end > 0 && /^\p{N}{0,4}$/u.test(text.slice(end)));
};

/** Removes case, accents and separators: `Zoë.O'Neill` and `zoeoneill` become the same. */
const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const require = createRequire(import.meta.url);

/**
 * Returns a lookup of lower-case passwords among the 49,000 or so that leaked most often. The file is
 * read each time, which takes a millisecond: passwords are rarely chosen, and nothing stays in memory.
 */
export const readCommonPasswords = async (): Promise<(lowerCase: string) => boolean> => {
  const list = await readFile(
    require.resolve('@zxcvbn-ts/language-common/src/passwords.json'),
    'latin1',
  );
  return (lowerCase) => list.includes(JSON.stringify(lowerCase));
};
