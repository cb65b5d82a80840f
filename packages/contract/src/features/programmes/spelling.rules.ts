/** A name as it is compared: its letters and digits, without case and accents. */
export const spellingOf = (name: string): string => {
  const bare = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bare.replaceAll(/[^\p{L}\p{N}]/gu, '') || bare.trim();
};

/** Whether two names are written alike, but for case, dots, blanks, dashes and accents. */
export const isSameSpelling = (one: string, other: string): boolean =>
  spellingOf(one) === spellingOf(other);

const digitsOf = (spelling: string): string => spelling.replaceAll(/\P{N}/gu, '');

/** Whether one of them becomes the other by one letter more, less, another, or two that change places. */
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

/** Short names differ by a letter: B.A. is not B.E., and the second semester is not the third. */
const isNear = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 5 &&
    digitsOf(one) === digitsOf(other) &&
    isOneSlip(one, other));

/** Which of the names was meant: one that is spelled alike, else one that differs by a slip; undefined for none. */
export const nearestIn = (names: readonly string[]) => {
  const known = names.map((name) => ({ name, spelling: spellingOf(name) }));
  return (given: string): string | undefined => {
    const said = spellingOf(given);
    const alike = known.find(({ spelling }) => spelling === said);
    return (alike ?? known.find(({ spelling }) => isNear(spelling, said)))?.name;
  };
};

/** Names that may mean the same, the groups in the order of their first names; nobody stands in two of them. */
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
