import { type BookField, bookFields, csvLine, writeIsbn } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let ruth: Caller;

beforeAll(async () => {
  campus = await testCampus();
  ruth = campus.as(await campus.make.admin());
});
afterAll(() => campus.close());

const names = Object.keys(bookFields) as BookField[];
const isbns = ['9780306406157', '9780262033848'];

/** A book with every field; each `turn` gives different values. */
const bookOf = (turn: number): Record<string, string | number> =>
  Object.fromEntries(
    names.map((name) => {
      const field = bookFields[name];
      if (field.type === 'isbn') return [name, isbns[turn] ?? ''];
      return [name, field.type === 'whole' ? field.min + turn : `${name} ${turn}`];
    }),
  );
const fileOf = (book: Record<string, string | number>): string =>
  [
    names.map((name) => bookFields[name].label),
    names.map((name) =>
      bookFields[name].type === 'isbn' ? writeIsbn(String(book[name])) : (book[name] ?? null),
    ),
  ]
    .map(csvLine)
    .join('');

test('every field of a book can be added, changed, seen in the history, downloaded and uploaded', async () => {
  const added = await ruth.post('/api/library/books', bookOf(0));
  expect([added.status, added.body]).toEqual([201, expect.objectContaining(bookOf(0))]);
  const path = `/api/library/books/${added.body.id}`;
  const changed = await ruth.patch(path, bookOf(1));
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(bookOf(1))]);
  const history = (await ruth.get(`${path}/history`)).body as { field: string; before: string }[];
  expect(
    Object.fromEntries(
      history.filter(({ field }) => field !== null).map(({ field, before }) => [field, before]),
    ),
  ).toEqual(Object.fromEntries(names.map((name) => [name, String(bookOf(0)[name])])));

  const { body: catalogue } = await ruth.get<string>('/api/library/books/export');
  expect(catalogue.slice(1)).toBe(fileOf(bookOf(1)));
  const again = { ...bookOf(1), shelf: 'other', copies: 9 };
  const stored = await sendForm(ruth, '/api/library/books/import', [
    { name: 'books.csv', content: fileOf(again) },
  ]);
  expect([stored.status, stored.body]).toEqual([200, 1]);
  const { body: books } = await ruth.get('/api/library/books');
  expect(books).toEqual([expect.objectContaining(again)]);
});
