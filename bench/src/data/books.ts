import { addDays, checkDigit13 } from '@campus/contract';
import { demoBooks } from '@campus/server/src/demo/library.ts';
import names from '@campus/server/src/demo/names.json' with { type: 'json' };
import { createRandom, type Random } from '@campus/server/src/demo/random.ts';
import type { Client } from 'pg';
import { continueIds, copy, line } from './copy.ts';
import type { BenchCampus } from './generate.ts';

const size = { books: 200_000, lent: 10_000 } as const;

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly copies: number;
}

/** Words for titles, with realistic frequencies: a few are everywhere, most are rare. */
const words = [
  ...new Set(demoBooks.flatMap(({ title }) => title.match(/\p{Letter}{4,}/gu) ?? [])),
] as [string, ...string[]];

const word = (random: Random): string =>
  words[Math.floor(random.next() ** 3 * words.length)] ?? words[0];

const titleOf = (random: Random, index: number): string => {
  const [one, two, three] = [word(random), word(random), word(random)];
  const forms = [
    `Introduction to ${one} ${two}`,
    `${one} and ${two}`,
    `The ${one} of ${two} ${three}`,
    `${one} ${two}: ${three} and Its Applications`,
    `Advanced ${one}`,
  ] as const;
  return `${random.pick(forms)}, Volume ${(index % 40) + 1}`;
};

const isbnOf = (index: number): string => {
  const twelve = `978${String(index * 4999).padStart(9, '0')}`;
  return twelve + checkDigit13(twelve);
};

/** A catalogue as large as a university's; the same every time. */
export const generateBooks = (): Book[] => {
  const random = createRandom(20_261_120);
  return Array.from({ length: size.books }, (_, index) => ({
    id: index + 1,
    title: titleOf(random, index),
    author: `${random.pick(names.givenNames[random.pick(['Female', 'Male'] as const)])} ${random.pick(names.familyNames)}`,
    isbn: isbnOf(index),
    copies: random.whole(1, 3),
  }));
};

const copies = function* (books: readonly Book[]): Generator<string> {
  let id = 0;
  for (const book of books)
    for (let number = 1; number <= book.copies; number += 1) yield line((id += 1), book.id, number);
};

export const loadBooks = async (
  client: Client,
  campus: BenchCampus,
  books: readonly Book[],
): Promise<void> => {
  await client.query('set session_replication_role = replica');
  await copy(
    client,
    'books (id, title, author, isbn, shelf, year, created_by)',
    books.map(({ id, title, author, isbn }) =>
      line(id, title, author, isbn, `R${id % 90}`, 1950 + (id % 76), campus.admin.id),
    ),
  );
  await copy(client, 'book_copies (id, book_id, number)', copies(books));
  const [day = campus.term.startsOn] = campus.heldOn;
  await copy(
    client,
    'loans (id, copy_id, person_id, lent_on, due_on, lent_by)',
    campus.students
      .slice(0, size.lent)
      .map(({ id }, index) =>
        line(index + 1, index * 30 + 1, id, day, addDays(day, 14), campus.admin.id),
      ),
  );
  await continueIds(client, 'books', 'book_copies', 'loans');
  await client.query('set session_replication_role = origin');
  await client.query('vacuum (analyze) books, book_copies, loans');
};
