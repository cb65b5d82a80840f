import { readIsbn } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { expect, test } from 'vitest';
import { demoAccounts, generateDemo } from './generate.ts';
import { generateLibrary } from './library.ts';

test('the demo library is the same every time, and consistent', () => {
  const demo = generateDemo(asDay('2026-11-20'));
  const library = generateLibrary(demo);
  expect(library).toEqual(generateLibrary(generateDemo(asDay('2027-03-01'))));
  const { books, loans, reservations } = library;
  expect(books.length).toBeGreaterThanOrEqual(115);
  expect(new Set(books.map(({ title }) => title)).size).toBe(books.length);
  for (const { isbn } of books) expect(readIsbn(isbn)).toBe(isbn);
  for (const { title, email } of [...loans, ...reservations]) {
    expect(books.some((book) => book.title === title)).toBe(true);
    expect(email).toMatch(/@example\.edu$/);
  }
  const lent = loans.filter(({ returned }) => returned === null).map(({ title }) => title);
  expect(new Set(lent).size).toBe(lent.length);
  const own = loans.filter(({ email }) => email === demoAccounts.student);
  expect(own.map(({ lent: on }) => on)).toEqual([-12, -17, -60]);
});
