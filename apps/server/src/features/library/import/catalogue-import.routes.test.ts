import { addDays, type Book, type BooksReport, checkDigit13, lendingRules } from '@campus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../../testing/count-statements.ts';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/library/books/import';
const header = 'Title,Author,ISBN,Copies,Shelf,Year\r\n';

let campus: TestCampus;
let statements: StatementCounter;
let desk: Caller;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  desk = campus.as(await campus.make.admin({ name: 'Ruth Adeyemi' }));
  await campus.make.student({ name: 'Ada Lovelace', univ_id: 'S-ADA' });
  await campus.make.student({ name: 'Ben Okri', univ_id: 'S-BEN' });
});
afterAll(() => campus.close());
// Each test starts with an empty catalogue.
beforeEach(async () => {
  await campus.database.pool.query(
    `update reservations set ended_at = now(), outcome = 'cancelled', copy_id = null, held_until = null
     where ended_at is null`,
  );
  await campus.database.pool.query(
    `update loans set returned_on = due_on, returned_to = lent_by where returned_on is null`,
  );
  await campus.database.pool.query(
    `update books set retired_at = now(), retired_by = created_by where retired_at is null`,
  );
});

const upload = (content: string | Uint8Array, query = '') =>
  sendForm(desk, `${path}${query}`, [{ name: 'catalogue.csv', content }]);
const preview = async (content: string, query = ''): Promise<BooksReport> =>
  (await upload(content, `?dryRun=true${query}`)).body;
const books = async (): Promise<Book[]> => (await desk.get<Book[]>('/api/library/books')).body;
const add = async (book: object): Promise<Book> =>
  (await desk.post<Book>('/api/library/books', { author: 'Anon', ...book })).body;
const exported = async (): Promise<string> =>
  (await desk.get<string>('/api/library/books/export')).body;
const isbnOf = (n: number): string => {
  const twelve = `979${String(n).padStart(9, '0')}`;
  return twelve + checkDigit13(twelve);
};
const lend = (book: Book, copy: number, univId: string) =>
  desk.post('/api/library/loans', { item: `${book.id}-${copy}`, univId });

describe('a catalogue', () => {
  test('is stored as it stands in the file, and the answer is the bare count', async () => {
    const file = `${header}Emma,Jane Austen,0141439580,3,F 2.1,1815\r\n"Ulysses, a novel",James Joyce,,,,\r\n`;
    const { status, body } = await upload(file);
    expect([status, body]).toEqual([200, 2]);
    expect(await books()).toMatchObject([
      {
        title: 'Emma',
        author: 'Jane Austen',
        isbn: '9780141439587',
        copies: 3,
        free: 3,
        year: 1815,
      },
      { title: 'Ulysses, a novel', isbn: null, copies: 1, shelf: null, year: null },
    ]);
    const { id } = (await books())[0] ?? { id: '' };
    const { body: history } = await desk.get(`/api/library/books/${id}/history`);
    expect(history).toMatchObject([{ kind: 'added', imported: true, doneBy: 'Ruth Adeyemi' }]);
  });

  test.each([
    ['with semicolons and a mark', Buffer.from('\uFEFFTitle;Author;Copies\nÉmile;Rousseau;2\n')],
    [
      'in UTF-16 with tabs',
      Buffer.from('\uFEFFTitle\tAuthor\tCopies\r\nÉmile\tRousseau\t2\r\n', 'utf16le'),
    ],
    ['that says its delimiter', Buffer.from('sep=;\r\nAuthors;Book Title;Qty\r\nRousseau;Émile;2')],
  ])('from Excel is read: %s', async (_name, content) => {
    expect((await upload(content)).body).toBe(1);
    expect(await books()).toMatchObject([{ title: 'Émile', author: 'Rousseau', copies: 2 }]);
  });

  test('uploaded twice is stored once', async () => {
    const file = `${header}Emma,Jane Austen,0141439580,3,,1815\nPersuasion,Jane Austen,,2,,1817\n`;
    expect((await upload(file)).body).toBe(2);
    expect((await upload(file)).body).toBe(0);
    expect((await upload(file.replace('Persuasion', 'PERSUÂSION'), '?existing=skip')).body).toBe(0);
    const both = await Promise.all([upload(`${file}Sanditon,Jane Austen,,,,\n`), upload(file)]);
    expect(both.map(({ body }) => body).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect((await books()).map(({ title }) => title)).toEqual(['Emma', 'Persuasion', 'Sanditon']);
  });

  test('with one bad row is refused as a whole, every bad row named', async () => {
    const file = `${header}Emma,,978-0-14-143958-8,0,,15\nEmma,Jane Austen,,,,\nEMMA,jane austen,,,,\nA,B,0141439580,,,\nC,D,9780141439587,501,,\n`;
    const { status, body } = await upload(file);
    expect(status).toBe(422);
    expect(body.error).toBe('rows_invalid');
    expect(body.details.map((one: any) => [one.row, one.column])).toEqual([
      [2, 'Author'],
      [2, 'ISBN'],
      [2, 'Copies'],
      [2, 'Year'],
      [3, 'Title'],
      [4, 'Title'],
      [5, 'ISBN'],
      [6, 'ISBN'],
      [6, 'Copies'],
    ]);
    expect(body.details[4].reason).toBe(
      'This is the same book as in row 4: write it once, with the number of its copies',
    );
    expect(await books()).toEqual([]);
    const report = await preview(file);
    expect(report).toMatchObject({ rows: 5, ready: 0, problemRows: 5, create: 0 });
    const { body: problems } = await upload(file, '/problems');
    expect(problems).toContain('2,Author,,Author is missing\r\n');
  });

  test('in a preview shows what would be added and changed, and stores nothing', async () => {
    const emma = await add({
      title: 'Emma',
      author: 'Jane Austen',
      isbn: '0141439580',
      shelf: 'A',
    });
    const file = `${header}Emma,Austen,9780141439587,2,,\nPersuasion,Jane Austen,,2,,1817\n`;
    expect(await preview(file)).toMatchObject({
      rows: 2,
      ready: 2,
      create: 1,
      update: 1,
      skip: 0,
      changes: [
        { row: 2, title: 'Emma', field: 'author', from: 'Jane Austen', to: 'Austen' },
        { row: 2, title: 'Emma', field: 'copies', from: '1', to: '2' },
      ],
      preview: [
        { row: 2, title: 'Emma', outcome: 'update', copies: '2' },
        { row: 3, title: 'Persuasion', outcome: 'create', isbn: '' },
      ],
    });
    expect(await preview(file, '&existing=skip')).toMatchObject({ create: 1, update: 0, skip: 1 });
    expect(await books()).toEqual([emma]);
    expect((await upload(file)).body).toBe(2);
    // What the file leaves blank does not change.
    expect((await books())[0]).toMatchObject({ author: 'Austen', shelf: 'A', copies: 2 });
    const { body: history } = await desk.get(`/api/library/books/${emma.id}/history`);
    expect(history).toMatchObject([
      { kind: 'changed', field: 'copies', before: '1', after: '2', imported: true },
      { kind: 'changed', field: 'author', after: 'Austen', imported: true, doneBy: 'Ruth Adeyemi' },
      { kind: 'added', imported: false },
    ]);
  });

  test('without years matches books by title and author, whatever their year', async () => {
    await add({ title: 'Emma', year: 1815, isbn: '0141439580' });
    await add({ title: 'Emma' });
    const short = 'Title,Author,Copies\n';
    const one = await preview(`${short}Emma,Anon,1\n`);
    expect(one).toMatchObject({ create: 0, unchanged: 1 });
    const file = `${short}Persuasion,Anon,1\n`;
    await add({ title: 'Persuasion', year: 1817 });
    expect(await preview(file)).toMatchObject({ create: 0, update: 0, unchanged: 1 });
    expect(await preview(`${header}Persuasion,Anon,,1,,1818\n`)).toMatchObject({ create: 1 });
  });

  test('gives a book without an ISBN the one of its row, and does not match retired books', async () => {
    await add({ title: 'Emma', author: 'Jane Austen', year: 1815 });
    const file = `${header}emma,jane austen,0141439580,,,1815\n`;
    expect(await preview(file)).toMatchObject({ create: 0, update: 1 });
    await upload(file);
    const [emma] = await books();
    expect(emma).toMatchObject({ title: 'emma', isbn: '9780141439587' });
    await desk.patch(`/api/library/books/${emma?.id}`, { retired: true });
    expect(await preview(file)).toMatchObject({ create: 1, update: 0 });
  });
});

describe('the number of copies in a file', () => {
  test('is never less than are on loan or held', async () => {
    const book = await add({ title: 'Emma', copies: 4 });
    await lend(book, 2, 'S-ADA');
    await lend(book, 4, 'S-BEN');
    const few = await upload(`${header}Emma,Anon,,1,,\n`);
    expect(few.status).toBe(422);
    expect(few.body.details).toEqual([
      {
        row: 2,
        column: 'Copies',
        value: '1',
        reason: '2 copies are lent: there cannot be fewer than 2 copies',
      },
    ]);
    expect((await upload(`${header}Emma,Anon,,1,,\n`, '?existing=skip')).body).toBe(0);
    expect((await upload(`${header}Emma,Anon,,2,,\n`)).body).toBe(1);
    expect((await books())[0]).toMatchObject({ copies: 2, lent: 2, free: 0 });
    // Numbers of removed copies are not reused.
    expect((await upload(`${header}Emma,Anon,,3,,\n`)).body).toBe(1);
    expect((await lend(book, 1, 'S-ADA')).status).toBe(409);
    expect((await books())[0]).toMatchObject({ copies: 3, free: 1 });
  });

  test('goes first to those who are waiting', async () => {
    const eve = await campus.make.student({ name: 'Eve' });
    const book = await add({ title: 'Emma' });
    await lend(book, 1, 'S-ADA');
    await campus.as(eve).post(`/api/library/books/${book.id}/reservations`);
    expect((await upload(`${header}Emma,Anon,,3,,\n`)).body).toBe(1);
    expect((await campus.as(eve).get('/api/library/mine')).body.reservations).toMatchObject([
      { copyCode: `${book.id}-2`, heldUntil: addDays(campus.today, lendingRules.holdDays) },
    ]);
    expect((await books())[0]).toMatchObject({ copies: 3, lent: 1, free: 1 });
    const few = await upload(`${header}Emma,Anon,,1,,\n`);
    expect(few.body.details[0].reason).toContain('1 copy is lent and 1 is held for a reader');
  });
});

describe('the exported catalogue', () => {
  const hostile = fc
    .tuple(
      fc.constantFrom('', '=', '+', '-', '@', "'", "'=", '"', ';', 'sep=', '=cmd|', 'Emma', 'emma'),
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.constant(''),
      ),
      fc.constantFrom('', '\n', '\t', '"', ',', '\uFEFF'),
    )
    .map((parts) => parts.join(''));
  const book = fc.record({
    title: hostile,
    author: fc.constantFrom('Anon', 'anon', 'Ånon', '=1'),
    isbn: fc.option(fc.nat(40).map(isbnOf), { freq: 2 }),
    copies: fc.integer({ min: 1, max: 4 }),
    shelf: fc.option(hostile),
    year: fc.option(fc.constantFrom(1815, 1999)),
  });

  test('changes nothing when it is uploaded again, whatever is in it', async () => {
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(book, { minLength: 5, maxLength: 12 }), async (given) => {
        for (const one of given)
          if ((await desk.post('/api/library/books', one)).status === 201) stored += 1;
        const report = await preview(await exported());
        expect(report).toMatchObject({ create: 0, update: 0, problemRows: 0, changes: [] });
        const list = await desk.get('/api/library/books?limit=1');
        expect(String(report.unchanged)).toBe(list.headers['x-total-count']);
      }),
      { numRuns: 12 },
    );
    expect(stored).toBeGreaterThan(30);
    expect((await upload(await exported())).body).toBe(0);
  });

  test('has the columns of the template and no formula', async () => {
    await add({ title: '=1+1', isbn: '0141439580' });
    const template = await desk.get<string>(`${path}/template`);
    expect(template.body).toBe(`\uFEFF${header}`);
    expect(await exported()).toBe(`\uFEFF${header}'=1+1,Anon,978-0141439587,1,,\r\n`);
  });
});

test('a large catalogue takes as many statements as a small one, to store and to update', async () => {
  const file = (rows: number, shelf: string) =>
    header +
    Array.from({ length: rows }, (_, n) =>
      [`Volume ${n}`, `Author ${n % 97}`, n % 3 ? isbnOf(n) : '', (n % 4) + 1, shelf, 1990].join(
        ',',
      ),
    ).join('\n');
  const counted: number[] = [];
  for (const [rows, shelf] of [
    [3, 'A'],
    [3, 'B'],
    [3000, 'C'],
    [3000, 'D'],
  ] as const)
    counted.push(
      await statements.during(async () => {
        const answer = await upload(file(rows, shelf));
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(answer.body).toBe(rows);
      }),
    );
  expect(new Set(counted).size).toBe(1);
  const list = await desk.get<Book[]>('/api/library/books?limit=1&search=volume');
  expect(list.headers['x-total-count']).toBe('3000');
  expect(list.body).toMatchObject([{ title: 'Volume 0', copies: 1, shelf: 'D' }]);
});
