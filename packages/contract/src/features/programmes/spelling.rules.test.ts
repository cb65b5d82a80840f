import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likeNames, nearestIn, spellingOf } from './spelling.rules.ts';

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((one) => one.trim() !== '');
const between = fc.constantFrom('', ' ', '.', '-', '  ');
const isSameSpelling = (one: string, other: string): boolean =>
  spellingOf(one) === spellingOf(other);

test('names that differ only in case, dots, dashes or spaces are the same spelling', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.constantFrom('a', 'b', 'c', 'd', 'ß', 'é', 'ñ', '0', '1'),
          between,
          fc.boolean(),
        ),
        { minLength: 1 },
      ),
      (parts) => {
        const plain = parts.map(([letter]) => letter).join('');
        const written = parts
          .map(
            ([letter, gap, upper]) =>
              (upper && letter !== 'ß' ? letter.toUpperCase() : letter) + gap,
          )
          .join('');
        expect(isSameSpelling(plain, written)).toBe(true);
      },
    ),
  );
});

test('being the same spelling is reflexive, symmetric and transitive', () => {
  fc.assert(
    fc.property(name, name, name, (one, two, three) => {
      expect(isSameSpelling(one, one)).toBe(true);
      expect(isSameSpelling(one, two)).toBe(isSameSpelling(two, one));
      if (isSameSpelling(one, two) && isSameSpelling(two, three))
        expect(isSameSpelling(one, three)).toBe(true);
    }),
  );
});

test.each([
  ['BTech', 'B.Tech'],
  ['Philosphy', 'Philosophy'],
  ['Phiolsophy', 'Philosophy'],
  ['B.E.', undefined],
  ['Semester 3', undefined],
  ['Law', undefined],
])('the nearest name to %s is %s', (given, meant) => {
  expect(nearestIn(['B.Tech', 'Philosophy', 'B.A.', 'Semester 2'])(given)).toBe(meant);
});

test('names alike form one group, and names that differ more are in none', () => {
  const names = ['B.Tech', 'Law', 'B. Tech', 'btech', 'B.A.', 'B.E.'].map((one) => ({ name: one }));
  expect(likeNames(names).map((group) => group.map((one) => one.name))).toEqual([
    ['B.Tech', 'B. Tech', 'btech'],
  ]);
});
