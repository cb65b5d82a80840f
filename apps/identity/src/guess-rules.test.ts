import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceVerdict, type Guess, strangerVerdict, type Verdict } from './guesses.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The times at which a guesser who never pauses gets a check, from each of these addresses in turn. */
const guessesOf = (
  judge: (guesses: readonly Guess[], place: string, now: number) => Verdict,
  places: readonly string[],
  hours: number,
): number[] => {
  const guesses: Guess[] = [];
  for (let now = 0; now < hours * hour; now += 1000) {
    const counting = guesses.slice(-200);
    for (const place of places) {
      const { may } = judge(counting, place, now);
      if (may === 'check') {
        guesses.push([now, place]);
        counting.push([now, place]);
      }
      // The other addresses are refused as well.
      if (may === 'refuse') break;
    }
  }
  return guesses.map(([at]) => at);
};

/** The largest number within any period of this length. */
const mostWithin = (times: readonly number[], length: number): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + length).length));

/** These are the figures in docs/security.md, "Guessing passwords". */
describe('the best a guesser can do against one account', () => {
  test('is 100 guesses an hour from any number of addresses', () => {
    const addresses = Array.from({ length: 150 }, (_, index) => `address ${index}`);
    const times = guessesOf(strangerVerdict, addresses, 3);
    expect(mostWithin(times, hour)).toBe(100);
    expect(times).toHaveLength(300);
  });

  test('is 65 guesses in the first hour and 60 an hour afterwards from one address', () => {
    const times = guessesOf(strangerVerdict, ['here'], 4);
    expect(times.filter((at) => at < hour)).toHaveLength(65);
    expect(times.filter((at) => at >= 2 * hour && at < 3 * hour)).toHaveLength(60);
  });

  test('is 40 guesses an hour on a device the account knows', () => {
    const times = guessesOf((guesses, _place, now) => deviceVerdict(guesses, now), [''], 3);
    expect(mostWithin(times, 15 * minute)).toBe(10);
    expect(mostWithin(times, hour)).toBe(40);
  });
});

const moments = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 10 * minute }),
    place: fc.constantFrom('a', 'b', 'c'),
    right: fc.boolean(),
  }),
  { maxLength: 300 },
);

test('whatever the order of failures, anyone who waits as told is checked, and never earlier', () => {
  fc.assert(
    fc.property(moments, (visits) => {
      const guesses: Guess[] = [];
      let now = 0;
      for (const { after, place, right } of visits) {
        now += after;
        const verdict = strangerVerdict(guesses, place, now);
        if (verdict.may === 'check') {
          // A correct password is not counted.
          if (!right) guesses.push([now, place]);
          continue;
        }
        expect(verdict.until).toBeGreaterThan(now);
        if (verdict.may === 'wait') expect(verdict.until - now).toBeLessThanOrEqual(minute);
        expect(strangerVerdict(guesses, place, verdict.until - 1).may).not.toBe('check');
        expect(strangerVerdict(guesses, place, verdict.until).may).not.toBe(verdict.may);
      }
      for (const place of ['a', 'b', 'c']) {
        const here = guesses.filter((guess) => guess[1] === place);
        here.slice(1).forEach(([at], index) => {
          const before = here[index]?.[0] ?? 0;
          const recent = here
            .slice(0, index + 1)
            .filter((guess) => guess[0] > before - 14 * minute);
          const pause = Math.min(1000 * 2 ** (recent.length - 1), minute);
          if (at - before < minute) expect(at - before).toBeGreaterThanOrEqual(pause);
        });
      }
    }),
  );
});

test('only failures count: nobody has to wait without a failed attempt of their own', () => {
  expect(strangerVerdict([], 'a', 0)).toEqual({ may: 'check' });
  expect(strangerVerdict([[0, 'b']], 'a', 1)).toEqual({ may: 'check' });
  expect(strangerVerdict([[0, 'a']], 'a', 1)).toEqual({ may: 'wait', until: 1000 });
  expect(deviceVerdict([[0, '']], 1)).toEqual({ may: 'check' });
});

test('failures dated by a clock that was ahead hold nobody up', () => {
  const ahead = Array.from({ length: 100 }, (_, index): Guess => [hour + index, 'a']);
  expect(strangerVerdict(ahead, 'a', 0)).toEqual({ may: 'check' });
  expect(deviceVerdict(ahead, 0)).toEqual({ may: 'check' });
});
