import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { common, nearlyCommon, ownWords, readCommonPasswords, whyGuessable } from './guessable.ts';

const words = [
  'Zoë O’Neill-Schmidt',
  'zoe.oneill7@students.example.edu',
  'Université de Northfield',
];
const isCommon = await readCommonPasswords();
const why = (password: string) => whyGuessable(password, words, isCommon);

describe('a password is refused', () => {
  test.each(['123456', 'password', 'PassWord', 'iloveyou', 'qwertyuiop', '1Q2W3E4R5T6Y'])(
    'because it is common: %s',
    (password) => expect(why(password)).toBe(common),
  );

  test.each([
    'password!2',
    'Michael!?99',
    'sunshine2026',
    'iloveyouiloveyou',
    'aaaaaaaaaaaa',
    'abcabcabcabc12',
    '💥💥💥💥💥💥',
    '      ',
  ])('because it is close to a common one: %s', (password) =>
    expect(why(password)).toBe(nearlyCommon),
  );

  test.each([
    'zoë o’neill-schmidt',
    'ZoeOneillSchmidt',
    'schmidt-zoe_1999',
    'zoe.oneill7@students.example.edu',
    'zoe.oneill7',
    'oneill.zoe!',
    'Northfield-Universite2026',
  ])('because it consists of facts known about its owner: %s', (password) =>
    expect(why(password)).toBe(ownWords),
  );
});

test.each([
  'correct horse',
  'campus-demo-1',
  'Zoë likes tea',
  '839201746352',
  'northfield 83920174',
  'password forgotten',
  'Пароль для Зои',
])('%s is accepted', (password) => expect(why(password)).toBeUndefined());

describe('for any password', () => {
  const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const added = fc.stringMatching(/^[0-9 !?._-]{0,4}$/);
  const never = () => false;

  test('a common one stays refused in other letter case and with a few characters added', () => {
    const list = ['dragon', 'trustno1', 'qwerty', 'letmein'];
    const cased = fc
      .tuple(fc.constantFrom(...list), fc.infiniteStream(fc.boolean()))
      .map(([text, upper]) =>
        Array.from(text, (one) => (upper.next().value ? one.toUpperCase() : one)).join(''),
      );
    fc.assert(
      fc.property(cased, added, (text, more) => {
        const found = whyGuessable(text + more, [], (one) => list.includes(one));
        expect(found).toBe(more === '' ? common : nearlyCommon);
      }),
    );
  });

  test('a name is refused with its parts in reverse, any separator and a few characters added', () => {
    const part = fc.stringMatching(/^[a-zäöüß]{3,9}$/);
    const separator = fc.constantFrom('', ' ', '-', '.', '_');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        separator,
        added,
        (name, ...more) => {
          const [between, end] = more;
          const password = name.toReversed().join(between).toUpperCase() + end;
          expect(whyGuessable(password, [name.join(' ')], never)).toBeOneOf([
            ownWords,
            nearlyCommon,
          ]);
        },
      ),
    );
  });

  test('there is at most one reason to refuse it, and adding unrelated letters makes it acceptable', () => {
    fc.assert(
      fc.property(letters, fc.array(letters), (password, others) => {
        expect(whyGuessable(password, others, never)).toBeOneOf([
          undefined,
          ownWords,
          nearlyCommon,
        ]);
        const withoutQ = others.filter((one) => !/[qx]/iu.test(one.normalize('NFKD')));
        // The end is no repetition of up to three characters, whatever precedes it.
        expect(whyGuessable(`${password}qxxqqx`, withoutQ, never)).toBeUndefined();
      }),
    );
  });
});
