import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

interface DemoBook {
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly copies: number;
  readonly shelf: string;
  readonly year: number;
}

/** Well-known books of the demo's subjects, in a file like those that libraries upload; their numbers are invented. */
export const demoBooks: readonly DemoBook[] = parse(
  readFileSync(new URL('library-books.csv', import.meta.url)),
  {
    columns: (names: string[]) => names.map((name) => name.toLowerCase()),
    cast: (cell, { column }) => (column === 'copies' || column === 'year' ? Number(cell) : cell),
  },
);
