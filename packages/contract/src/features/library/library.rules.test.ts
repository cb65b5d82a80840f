import { describe, expect, test } from 'vitest';
import { asDay } from '../../testing/dates.ts';
import { addDays } from '../../values/dates.ts';
import { checkDigit10, checkDigit13, readIsbn, searchText } from '../../values/isbn.ts';
import { copyCode, daysOverdue, dueAfter, lendingRules, readItem, renew } from './lending.rules.ts';
import { planQueue, type Waiting } from './queue.rules.ts';
import fc from 'fast-check';

const digits = (length: number) => fc.stringMatching(new RegExp(String.raw`^\d{${length}}$`));
const isbn13 = fc
  .tuple(fc.constantFrom('978', '979'), digits(9))
  .map(([prefix, nine]) => `${prefix}${nine}${checkDigit13(prefix + nine)}`);
const days = fc.integer({ min: 0, max: 9000 }).map((count) => addDays(asDay('2020-01-01'), count));

describe('an ISBN', () => {
  test.each([
    ['0-306-40615-2', '9780306406157'],
    ['080442957X', '9780804429573'],
    ['978-0-262-03384-8', '9780262033848'],
    ['979 10 90636 07 1', '9791090636071'],
  ])('%s is kept as %s', (text, kept) => {
    expect(readIsbn(text)).toBe(kept);
  });

  test('of 13 digits is kept without its hyphens, wherever they are', () => {
    fc.assert(
      fc.property(isbn13, fc.array(fc.integer({ min: 1, max: 12 })), (isbn, at) => {
        const hyphened = Array.from(isbn, (digit, index) =>
          at.includes(index) ? `-${digit}` : digit,
        );
        expect(readIsbn(hyphened.join(''))).toBe(isbn);
        expect(searchText(hyphened.join(''))).toBe(isbn);
      }),
    );
  });

  test('of 10 characters becomes the one of 13 digits with the same nine', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const isbn = readIsbn(nine + checkDigit10(nine).toLowerCase());
        expect(isbn?.slice(0, 12)).toBe(`978${nine}`);
        expect(readIsbn(isbn ?? '')).toBe(isbn);
      }),
    );
  });

  test('with one wrong digit is not valid', () => {
    fc.assert(
      fc.property(isbn13, fc.nat(12), fc.integer({ min: 1, max: 9 }), (isbn, at, by) => {
        const wrong = String((Number(isbn[at]) + by) % 10);
        expect(readIsbn(isbn.slice(0, at) + wrong + isbn.slice(at + 1))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(digits(9), fc.nat(8), fc.integer({ min: 1, max: 9 }), (nine, at, by) => {
        const wrong = String((Number(nine[at]) + by) % 10);
        const isbn = nine.slice(0, at) + wrong + nine.slice(at + 1) + checkDigit10(nine);
        expect(readIsbn(isbn)).toBeNull();
      }),
    );
  });

  test('is never read from any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (text) => {
        const isbn = readIsbn(text);
        if (isbn !== null) expect(isbn).toMatch(/^97[89]\d{10}$/);
      }),
    );
  });
});

test('the code of a copy identifies that copy', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.integer({ min: 1, max: 99_999 }),
      (id, number) => {
        expect(readItem(` ${copyCode(String(id), number)} `)).toEqual({
          bookId: String(id),
          number,
        });
      },
    ),
  );
});

describe('a due date', () => {
  test('is overdue by calendar days, across months and leap years', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -400, max: 400 }), (dueOn, by) => {
        expect(daysOverdue(dueOn, addDays(dueOn, by))).toBe(Math.max(0, by));
      }),
    );
  });

  test('is only ever moved later by a renewal, and never while someone is waiting', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: -30, max: 30 }),
        fc.nat(3),
        fc.nat(2),
        (today, by, renewals, waiting) => {
          const dueOn = addDays(today, by);
          const answer = renew({ dueOn, renewals, waiting }, today);
          const may =
            waiting === 0 &&
            renewals < lendingRules.maxRenewals &&
            -by <= lendingRules.renewableOverdueDays &&
            by < lendingRules.loanDays;
          expect('dueOn' in answer).toBe(may);
          if ('dueOn' in answer) {
            expect(answer.dueOn > dueOn).toBe(true);
            expect(answer.dueOn).toBe(dueAfter(today));
          } else expect(answer.refused).toMatch(/\.$/);
        },
      ),
    );
  });
});

/** A possible queue: some have a copy held at the desk, out of the copies that are not lent. */
const shelves = fc
  .record({
    copies: fc.uniqueArray(
      fc.integer({ min: 1, max: 9 }).map((n) => `c${n}`),
      { maxLength: 6 },
    ),
    holds: fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }), { maxLength: 8 }),
    today: days,
  })
  .map(({ copies, holds, today }) => {
    const left = [...copies];
    const queue = holds.map((hold, index): Waiting => {
      const copyId = hold === null ? null : (left.pop() ?? null);
      return {
        id: `r${index}`,
        copyId,
        heldUntil: copyId === null || hold === null ? null : addDays(today, hold),
        gone: false,
      };
    });
    return { copies, queue, today };
  });

describe('the queue for a book', () => {
  test('never promises a copy twice, and leaves none free while someone is waiting', () => {
    fc.assert(
      fc.property(shelves, ({ copies, queue, today }) => {
        const plan = planQueue(queue, copies, today);
        const kept = queue.filter(({ id, copyId }) => copyId !== null && !plan.lapsed.includes(id));
        const all = [
          ...kept.map(({ copyId }) => copyId),
          ...plan.held.map(({ copyId }) => copyId),
          ...plan.free,
        ];
        expect(all).toHaveLength(copies.length);
        expect(new Set(all)).toEqual(new Set(copies));
        const waiting = queue.filter(({ copyId }) => copyId === null).map(({ id }) => id);
        expect(plan.held.map(({ id }) => id)).toEqual(waiting.slice(0, plan.held.length));
        if (plan.held.length < waiting.length) expect(plan.free).toEqual([]);
      }),
    );
  });

  test('passes over readers who are gone, but not over their holds, as if they had not asked', () => {
    fc.assert(
      fc.property(shelves, fc.array(fc.boolean()), ({ copies, queue, today }, left) => {
        const asked = queue.map((one, at) => ({ ...one, gone: left[at] ?? false }));
        const passed = asked.filter(({ gone, copyId }) => gone && copyId === null);
        const others = queue.filter(({ id }) => passed.every((one) => one.id !== id));
        const { lapsed, ...plan } = planQueue(asked, copies, today);
        const { lapsed: expired, ...expected } = planQueue(others, copies, today);
        expect(plan).toEqual(expected);
        expect(new Set(lapsed)).toEqual(new Set([...expired, ...passed.map(({ id }) => id)]));
      }),
    );
  });

  test('keeps a hold until the end of its last day', () => {
    fc.assert(
      fc.property(shelves, ({ copies, queue, today }) => {
        const { lapsed } = planQueue(queue, copies, today);
        for (const { id, heldUntil } of queue)
          expect(lapsed.includes(id)).toBe(heldUntil !== null && heldUntil < today);
      }),
    );
  });
});
