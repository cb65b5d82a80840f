import type { Book, BookEvent } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let ruth: Caller;
let noor: Caller;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  ruth = campus.as(await campus.make.admin({ name: 'Ruth Adeyemi' }));
  noor = campus.as(await campus.make.admin({ name: 'Noor Haddad' }));
  await campus.make.student({ name: 'Ada Lovelace', univ_id: 'S-ADA' });
});
afterAll(() => campus.close());

const add = async (book: object = {}): Promise<Book> =>
  (await ruth.post<Book>('/api/library/books', { title: 'Emma', author: 'Austen', ...book })).body;
const change = (who: Caller, book: Book, body: object, ifMatch?: string) =>
  who.patch(`/api/library/books/${book.id}`, body, ifMatch ? { 'if-match': ifMatch } : {});
const history = async (book: Book): Promise<BookEvent[]> =>
  (await ruth.get<BookEvent[]>(`/api/library/books/${book.id}/history`)).body;

describe('the history of a book', () => {
  test('says who added, changed and retired it, from what to what', async () => {
    const book = await add({ copies: 2, shelf: 'A 1' });
    await change(noor, book, { title: 'Persuasion', copies: 4, shelf: '' });
    await change(ruth, book, { copies: 3, title: 'Persuasion' });
    await change(noor, book, { retired: true });
    const by = (doneBy: string, field: string, before: string | null, after: string | null) =>
      expect.objectContaining({ kind: 'changed', imported: false, doneBy, field, before, after });
    const events = await history(book);
    expect(events).toHaveLength(6);
    expect(events).toEqual(
      expect.arrayContaining([
        by('Noor Haddad', 'title', 'Emma', 'Persuasion'),
        by('Noor Haddad', 'shelf', 'A 1', null),
        by('Noor Haddad', 'copies', '2', '4'),
        by('Ruth Adeyemi', 'copies', '4', '3'),
      ]),
    );
    expect(events[0]).toEqual(by('Noor Haddad', 'retired', 'false', 'true'));
    expect(events.at(-1)).toMatchObject({ kind: 'added', doneBy: 'Ruth Adeyemi' });
  });

  test('comes in pages, and cannot be changed', async () => {
    const book = await add();
    await ruth.post('/api/library/loans', { item: `${book.id}-1`, univId: 'S-ADA' });
    for (const shelf of ['A', 'B', 'C', 'D']) await change(noor, book, { shelf });
    const all = await history(book);
    expect(all).toHaveLength(6);
    let next = `/api/library/books/${book.id}/history?limit=2`;
    const paged: BookEvent[] = [];
    while (next) {
      const page = await ruth.get<BookEvent[]>(next);
      expect(page.headers['x-total-count']).toBe('6');
      paged.push(...page.body);
      next = /<(.+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1] ?? '';
    }
    expect(paged).toEqual(all);
    for (const statement of ['delete from book_changes', `update book_changes set after = 'x'`])
      await expect(campus.database.asOwner(statement)).rejects.toThrow('append-only');
    for (const cursor of ['x', Buffer.from('["2026","1"]').toString('base64url') + 'x', 'W10'])
      expect(
        (await ruth.get(`/api/library/books/${book.id}/history?cursor=${cursor}`)).status,
      ).toBeLessThan(500);
  });
});

test('fields of a book that were changed at once are on its pages once', async () => {
  const book = await add();
  await change(noor, book, { title: 'Emma!', shelf: 'A', year: 1815 });
  const all = await history(book);
  const paged: BookEvent[] = [];
  let next = `/api/library/books/${book.id}/history?limit=1`;
  while (next) {
    const page = await ruth.get<BookEvent[]>(next);
    paged.push(...page.body);
    next = /<(.+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1] ?? '';
  }
  expect(all).toHaveLength(4);
  expect(paged).toEqual(all);
});

describe('two librarians who edit a book', () => {
  test('do not overwrite each other: the second sees what the first has changed', async () => {
    const book = await add({ shelf: 'A 1' });
    const opened = `"${book.version}"`;
    const first = await change(ruth, book, { shelf: 'B 2', year: 1815 }, opened);
    expect(first.body.version).toBeGreaterThan(book.version);
    const second = await change(noor, book, { shelf: 'C 3', title: 'Emma, annotated' }, opened);
    expect(second.status).toBe(409);
    const changes = second.body.details;
    expect(changes).toMatchObject([
      { field: 'shelf', before: 'A 1', now: 'B 2', changedBy: 'Ruth Adeyemi' },
      { field: 'year', before: null, now: '1815', version: first.body.version },
    ]);
    const seen = `"${changes[0].version}"`;
    expect((await change(noor, book, { shelf: 'C 3' }, seen)).body).toMatchObject({
      title: 'Emma',
      shelf: 'C 3',
      year: 1815,
    });
  });

  test('at the same moment: one is stored, the other is told', async () => {
    const book = await add();
    const answers = await Promise.all(
      [ruth, noor].map((who, at) => change(who, book, { copies: at + 5 }, `"${book.version}"`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('can lend it meanwhile, without saying which version they have seen', async () => {
    const book = await add({ copies: 2 });
    await ruth.post('/api/library/loans', { item: `${book.id}-2`, univId: 'S-ADA' });
    expect((await change(noor, book, { shelf: 'A' }, `"${book.version}"`)).status).toBe(200);
    expect((await change(ruth, book, { shelf: 'B' })).status).toBe(200);
    expect((await change(ruth, book, { shelf: 'C' }, 'nonsense')).status).toBe(400);
  });
});

test('every list takes the same number of statements for many rows as for few', async () => {
  const reader = campus.as(await campus.make.student({ name: 'Zoe', univ_id: 'S-ZOE' }));
  const wanted = await add({ title: 'Wanted' });
  const calls = [
    () => ruth.get('/api/library/books'),
    () => ruth.get('/api/library/books?search=volume&limit=50&page=1'),
    () => ruth.get('/api/library/loans'),
    () => ruth.get('/api/library/loans?show=overdue'),
    () => ruth.get('/api/library/reservations'),
    () => ruth.get(`/api/library/books/${wanted.id}/history`),
    () => ruth.get('/api/library/books/export'),
    () => reader.get('/api/library/mine'),
  ];
  const count = async (): Promise<number[]> => {
    const counted: number[] = [];
    for (const call of calls)
      counted.push(
        await statements.during(async () => {
          expect((await call()).status).toBe(200);
        }),
      );
    return counted;
  };
  await ruth.post('/api/library/loans', { item: `${wanted.id}-1`, univId: 'S-ZOE' });
  // Looks up who the reader is, so that this is not counted below.
  await reader.get('/api/library/mine');
  const few = await count();
  for (let at = 0; at < 12; at += 1) {
    const book = await add({ title: `Volume ${at}`, copies: 2 });
    const univId = `S-MANY-${at}`;
    const person = await campus.make.student({ univ_id: univId });
    await ruth.post('/api/library/loans', { item: `${book.id}-1`, univId });
    if (at < 4) await ruth.post('/api/library/loans', { item: `${book.id}-2`, univId: 'S-ZOE' });
    await campus.as(person).post(`/api/library/books/${wanted.id}/reservations`);
    await change(ruth, wanted, { shelf: `S ${at}` });
  }
  expect((await reader.get('/api/library/mine')).body.loans).toHaveLength(5);
  expect((await ruth.get('/api/library/reservations')).body.length).toBeGreaterThan(10);
  expect(await count()).toEqual(few);
});
