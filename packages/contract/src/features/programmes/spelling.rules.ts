import { withoutAccents } from '../../values/search-words.ts';

/** Normalises a name for comparison: letters and digits only, without case and accents. */
export const spellingOf = (name: string): string => {
  const bare = withoutAccents(name);
  return bare.replaceAll(/[^\p{L}\p{N}]/gu, '') || bare.trim();
};

const digitsOf = (spelling: string): string => spelling.replaceAll(/\P{N}/gu, '');

/** Whether the names differ by one inserted, missing, wrong or swapped letter. */
const isOneSlip = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (swapped && short.slice(at + 2) === long.slice(at + 2))
  );
};

/**
 * Whether names are the same or differ by a slip. Names shorter than 5 letters, or with other digits,
 * must be equal: B.A. is not B.E., and the second semester is not the third.
 */
const isNear = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 5 &&
    digitsOf(one) === digitsOf(other) &&
    isOneSlip(one, other));

/**
 * Returns a function that finds the name that was meant: one with the same spelling, else one that
 * differs by a slip; undefined if there is none.
 */
export const nearestIn = (names: readonly string[]) => {
  const known = names.map((name) => ({ name, spelling: spellingOf(name) }));
  return (given: string): string | undefined => {
    const said = spellingOf(given);
    const alike = known.find(({ spelling }) => spelling === said);
    return (alike ?? known.find(({ spelling }) => isNear(spelling, said)))?.name;
  };
};

/**
 * Groups names that may mean the same, in the order of the first name of each group; a name is in one
 * group at most.
 */
export const likeNames = <Named extends { readonly name: string }>(
  all: readonly Named[],
): readonly (readonly Named[])[] => {
  const groups: { spelling: string; of: Named[] }[] = [];
  for (const one of all) {
    const spelling = spellingOf(one.name);
    const group = groups.find((known) => isNear(known.spelling, spelling));
    if (group) group.of.push(one);
    else groups.push({ spelling, of: [one] });
  }
  return groups.map(({ of }) => of).filter(({ length }) => length > 1);
};
