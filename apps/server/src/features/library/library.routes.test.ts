import {
  addDays,
  type Book,
  type DeskLoan,
  lendingRules,
  type OwnReservation,
} from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTimes } from '../../db/database.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import {
  type Answer,
  type Caller,
  testCampus,
  type TestCampus,
} from '../../testing/test-campus.ts';

let campus: TestCampus;
let desk: Caller;
let ada: Person;
let ben: Person;
let eve: Person;
let made = 0;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  desk = campus.as(await make.admin({ name: 'Ruth Adeyemi' }));
  ada = await make.student({ name: 'Ada Lovelace', univ_id: 'S-ADA' });
  ben = await make.student({
    name: 'Ben Okri',
    univ_id: 'S-BEN',
    contact_no: '5550100',
    contact_phone: '555 0100',
  });
  eve = await make.teacher({ name: 'Eve Moneypenny', univ_id: 'F-EVE' });
});
afterAll(() => campus.close());

const add = async (more: Record<string, unknown> = {}): Promise<Book> => {
  made += 1;
  const body = { title: `Volume ${made}`, author: 'Anon', ...more };
  const answer = await desk.post<Book>('/api/library/books', body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const lend = (item: string, univId: string, more: object = {}) =>
  desk.post('/api/library/loans', { item, univId, ...more });
const back = (item: string, more: object = {}) =>
  desk.post('/api/library/returns', { item, ...more });
const reserve = (person: Person, { id }: Book) =>
  campus.as(person).post(`/api/library/books/${id}/reservations`);
const mine = async (person: Person) => (await campus.as(person).get('/api/library/mine')).body;
const change = (book: Book, body: object) => desk.patch(`/api/library/books/${book.id}`, body);
const found = async (search: string): Promise<string[]> => {
  const path = `/api/library/books?search=${encodeURIComponent(search)}`;
  return (await desk.get<Book[]>(path)).body.map(({ title }) => title);
};
/** Lets days pass by moving the stored days into the past. */
const daysPass = async (book: Book, days: number): Promise<void> => {
  await campus.database.pool.query(
    `update loans set lent_on = lent_on - $2::int, due_on = due_on - $2::int
     where copy_id in (select id from book_copies where book_id = $1)`,
    [book.id, days],
  );
  await campus.database.pool.query(
    'update reservations set held_until = held_until - $2::int where book_id = $1',
    [book.id, days],
  );
};

describe('the catalogue', () => {
  test('takes a book with its title and author, as one free copy', async () => {
    expect(await add({ title: ' Middlemarch ', author: 'George Eliot' })).toEqual({
      id: expect.any(String),
      title: 'Middlemarch',
      author: 'George Eliot',
      isbn: null,
      shelf: null,
      year: null,
      copies: 1,
      free: 1,
      lent: 0,
      reserved: 0,
      retired: false,
      version: 0,
    });
  });

  test('names what is missing or wrong, field by field', async () => {
    const refused = await desk.post('/api/library/books', {
      title: ' ',
      isbn: '978-0-306-40615-8',
      copies: 0,
      year: 12,
    });
    expect(refused.status).toBe(422);
    expect(refused.body.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'author',
      'copies',
      'isbn',
      'title',
      'year',
    ]);
  });

  test('recognises every form of an ISBN as the same book', async () => {
    const book = await add({ isbn: '0-306-40615-2' });
    expect(book.isbn).toBe('9780306406157');
    const again = await desk.post('/api/library/books', {
      title: 'Other',
      author: 'Anon',
      isbn: '978-0-306-40615-7',
    });
    expect(again.status).toBe(409);
    expect(again.body.details).toEqual([
      { field: 'isbn', message: 'A book with this ISBN is in the catalogue already.' },
    ]);
    for (const number of ['0306406152', '978-0-306-40615-7', '978-0-306'])
      expect(await found(number)).toEqual([book.title]);
  });

  test('finds words by how they begin, in any order, ignoring accents and case', async () => {
    await add({ title: 'Les Misérables', author: 'Victor Hugo' });
    await add({ title: 'Notre-Dame de Paris', author: 'Victor Hugo' });
    expect(await found('hugo MISERA')).toEqual(['Les Misérables']);
    expect(await found('victor')).toEqual(['Les Misérables', 'Notre-Dame de Paris']);
    expect(await found('notre-da')).toEqual(['Notre-Dame de Paris']);
    for (const nothing of ['isérables', "!&|:*'\\", 'hugo x'])
      expect(await found(nothing)).toEqual([]);
  });

  test('has pages, by number and one after the other', async () => {
    for (const title of ['Zeta 1', 'Zeta 2', 'Zeta 3']) await add({ title });
    const first = await desk.get<Book[]>('/api/library/books?search=zeta&limit=2');
    expect(first.headers['x-total-count']).toBe('3');
    const next = /<(.+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    const byNumber = await desk.get<Book[]>('/api/library/books?search=zeta&limit=2&page=2');
    expect((await desk.get<Book[]>(next)).body).toEqual(byNumber.body);
    expect(byNumber.body.map(({ title }) => title)).toEqual(['Zeta 3']);
  });

  test.each([
    ['the first page, not full', 'limit=4', 3],
    ['the first page, just full', 'limit=3', 3],
    ['the last page, not full', 'limit=2&page=2', 1],
    ['a page after the last', 'limit=2&page=9', 0],
    ['a search that finds nothing', 'limit=2&search=omicron+nothing', 0],
  ])('says how many there are on %s', async (_, query, rows) => {
    if ((await found('omicron')).length === 0)
      for (const title of ['Omicron A', 'Omicron B', 'Omicron C']) await add({ title });
    const search = query.includes('search') ? '' : 'search=omicron&';
    const { body, headers } = await desk.get<Book[]>(`/api/library/books?${search}${query}`);
    expect(body).toHaveLength(rows);
    expect(headers['x-total-count']).toBe(search === '' ? '0' : '3');
  });

  test('changes a book, and leaves alone what is not sent', async () => {
    const book = await add({ shelf: 'A 1', year: 1999 });
    const { body } = await change(book, { title: 'Renamed', shelf: '' });
    expect(body).toEqual({ ...book, title: 'Renamed', shelf: null, version: expect.any(Number) });
  });

  test('never has fewer copies than are on loan', async () => {
    const book = await add({ copies: 3 });
    await lend(`${book.id}-3`, 'S-ADA');
    const refused = await change(book, { copies: 0 });
    expect(refused.status).toBe(422);
    expect((await change(book, { copies: 1 })).body).toMatchObject({ copies: 1, lent: 1, free: 0 });
    await lend(`${book.id}-3`, 'S-BEN');
    expect((await change(book, { copies: 2 })).body).toMatchObject({ copies: 2, free: 1 });
    // Numbers of removed copies are not reused.
    expect((await lend(`${book.id}-2`, 'S-BEN')).body.message).toBe(
      `There is no copy ${book.id}-2.`,
    );
    expect((await lend(`${book.id}-4`, 'S-BEN')).status).toBe(201);
    const fewer = await change(book, { copies: 1 });
    expect(fewer.body.details).toEqual([
      { field: 'copies', message: '2 copies are lent: there cannot be fewer than 2 copies.' },
    ]);
    await back(`${book.id}-3`);
    await back(`${book.id}-4`);
  });

  test('retires a book when all copies are back, and reinstates it with its copies', async () => {
    const book = await add({ isbn: '9783161484100' });
    await lend('9783161484100', 'S-ADA');
    expect((await change(book, { retired: true })).body.message).toBe(
      '1 copy is lent: the book can be retired when all copies are back.',
    );
    await back('9783161484100');
    expect((await change(book, { retired: true })).body.retired).toBe(true);
    expect(await found(book.title)).toEqual([]);
    expect((await lend(`${book.id}-1`, 'S-ADA')).status).toBe(409);
    expect((await reserve(ada, book)).status).toBe(409);
    const retired = await desk.get<Book[]>('/api/library/books?show=retired');
    expect(retired.body).toMatchObject([{ id: book.id }]);
    expect((await campus.as(ada).get('/api/library/books?show=retired')).status).toBe(403);
    expect((await change(book, { retired: false })).body).toMatchObject({
      retired: false,
      free: 1,
    });
  });

  test('lends by ISBN the book that is not retired', async () => {
    const isbn = '9780198526636';
    const retired = await add({ isbn });
    expect((await change(retired, { retired: true })).status).toBe(200);
    const book = await add({ isbn });
    expect((await lend(isbn, 'S-ADA')).body).toMatchObject({ copyCode: `${book.id}-1` });
    await back(isbn);
  });

  test('has every book on one of its pages, also of those with the same title', async () => {
    const books = [await add({ title: 'Kappa' }), await add({ title: 'Kappa' })];
    books.push(await add({ title: 'Kappa' }));
    const seen: string[] = [];
    let next: string | undefined = '/api/library/books?search=kappa&limit=2';
    while (next) {
      const page: Answer<Book[]> = await desk.get(next);
      seen.push(...page.body.map(({ id }) => id));
      next = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(seen).toEqual(books.map(({ id }) => id));
  });
});

describe('lending', () => {
  test('shows whose university ID it is, and whether they may borrow', async () => {
    const { body } = await desk.get('/api/library/borrowers?univId=s-ben');
    expect(body).toMatchObject([
      { personName: 'Ben Okri', role: 'student', loans: 0, maxLoans: 5, refusal: null },
    ]);
    expect((await desk.get('/api/library/borrowers?univId=nobody')).body).toEqual([]);
    // Two IDs that differ in case alone are two people.
    for (const univId of ['X-9', 'x-9']) await campus.make.student({ univ_id: univId });
    for (const univId of ['X-9', 'x-9'])
      expect((await desk.get(`/api/library/borrowers?univId=${univId}`)).body).toMatchObject([
        { univId },
      ]);
  });

  test('is for 14 days unless the desk chooses another day, and ends with the return', async () => {
    const book = await add();
    const { body: loan } = await lend(`${book.id}-1`, 's-ada');
    expect(loan).toMatchObject({
      title: book.title,
      personName: 'Ada Lovelace',
      copyCode: `${book.id}-1`,
      dueOn: addDays(campus.today, lendingRules.loanDays),
      daysOverdue: 0,
    });
    expect((await mine(ada)).loans).toMatchObject([{ id: loan.id }]);
    const returned = await back(`${book.id}-1`);
    expect(returned.body).toMatchObject({ loan: { id: loan.id }, heldFor: null });
    expect((await back(`${book.id}-1`)).status).toBe(409);
    expect((await mine(ada)).loans).toEqual([]);
    const dueOn = addDays(campus.today, 3);
    expect((await lend(`${book.id}-1`, 'S-BEN', { dueOn })).body.dueOn).toBe(dueOn);
    const { body: history } = await desk.get(`/api/library/books/${book.id}/history`);
    // The clock of this campus is stopped, that of the database is not.
    const ofLoans = history.filter(({ kind }: { kind: string }) => kind !== 'added');
    expect(ofLoans).toMatchObject([
      { kind: 'lent', personName: 'Ben Okri', dueOn },
      { kind: 'returned', personName: 'Ada Lovelace', doneBy: 'Ruth Adeyemi' },
      { kind: 'lent', personName: 'Ada Lovelace' },
    ]);
    await back(`${book.id}-1`);
    for (const days of [-1, lendingRules.maxLoanDays + 1]) {
      const refused = await lend(`${book.id}-1`, 'S-BEN', { dueOn: addDays(campus.today, days) });
      expect(refused.body.details).toMatchObject([{ field: 'dueOn' }]);
    }
    for (const days of [0, lendingRules.maxLoanDays]) {
      const last = addDays(campus.today, days);
      expect((await lend(`${book.id}-1`, 'S-BEN', { dueOn: last })).body.dueOn).toBe(last);
      await back(`${book.id}-1`);
    }
  });

  test('gives a copy to one of many who ask at the same moment', async () => {
    const book = await add({ copies: 2 });
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, at) => campus.make.student({ univ_id: `S-CROWD-${at}` })),
    );
    const answers = await Promise.all(
      people.map((_, at) => lend(at % 2 ? `${book.id}-1` : `${book.id}-2`, `S-CROWD-${at}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
    const { rows } = await campus.database.pool.query(
      `select from loans join book_copies copy on copy.id = copy_id
       where book_id = $1 and returned_on is null`,
      [book.id],
    );
    expect(rows).toHaveLength(2);
  });

  test('is refused by the database itself for a copy that is on loan', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    const again = campus.database.pool.query(
      `insert into loans (copy_id, person_id, lent_on, due_on, lent_by)
       select copy_id, $2, lent_on, due_on, lent_by from loans
       where copy_id = (select id from book_copies where book_id = $1)`,
      [book.id, ben.id],
    );
    await expect(again).rejects.toThrow(/loans_one_per_copy/);
    await back(`${book.id}-1`);
  });

  test('stops at the largest number of books a person may have, even at two desks at once', async () => {
    const cy = await campus.make.student({ name: 'Cy', univ_id: 'S-CY' });
    const books = await Promise.all(Array.from({ length: 7 }, () => add()));
    const answers = await Promise.all(books.map(({ id }) => lend(`${id}-1`, 'S-CY')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/^Cy has 5 books already/);
    expect((await mine(cy)).loans).toHaveLength(5);
  });

  test('is refused to a reader who is being withdrawn at the same moment', async () => {
    const book = await add();
    const reader = await campus.make.student({ name: 'Leaving', univ_id: 'S-LEAVING' });
    const [, lent] = await inTurn<Answer<any>>(
      campus.database,
      ['select from people where id = $1 for update', [reader.id]],
      [
        () => desk.post(`/api/people/students/${reader.id}/withdraw`, { on: campus.today }),
        () => lend(`${book.id}-1`, 'S-LEAVING'),
      ],
      'commit',
    );
    expect(lent).toMatchObject({
      status: 409,
      body: { message: 'Leaving has left and cannot borrow.' },
    });
  });

  test('is refused to people who have left, and to administrators', async () => {
    const { make } = campus;
    const book = await add();
    await make.student(
      { name: 'Gone', univ_id: 'S-GONE', active: false },
      { withdrawn_on: campus.today },
    );
    await make.teacher({ name: 'Off', univ_id: 'F-OFF', active: false });
    expect((await lend(`${book.id}-1`, 'S-GONE')).body.message).toBe(
      'Gone has left and cannot borrow.',
    );
    expect((await lend(`${book.id}-1`, 'F-OFF')).body.message).toContain('deactivated');
    await make.admin({ univ_id: 'A-1' });
    expect((await lend(`${book.id}-1`, 'A-1')).status).toBe(422);
  });

  test('names what is wrong with a copy or a number', async () => {
    const book = await add({ isbn: '9780140449136' });
    for (const item of ['x', '9780140449137', '999999-1', `${book.id}-9`, '9780141439518'])
      expect((await lend(item, 'S-ADA')).body.details).toMatchObject([{ field: 'item' }]);
    expect((await lend(`${book.id}-1`, 'S-NOBODY')).body.details).toMatchObject([
      { field: 'univId' },
    ]);
    await lend(`${book.id}-1`, 'S-ADA');
    expect((await lend(`${book.id}-1`, 'S-BEN')).body.message).toContain('is lent to Ada Lovelace');
    expect((await lend('9780140449136', 'S-BEN')).body.message).toContain(
      'No copy of this book is free',
    );
    await back('9780140449136');
  });

  test('asks on a return by ISBN whose copy it is if that is not clear', async () => {
    const book = await add({ isbn: '9780262033848', copies: 2 });
    await lend('9780262033848', 'S-ADA');
    await lend('9780262033848', 'S-BEN');
    expect((await lend('9780262033848', 'S-BEN')).body.message).toContain(
      'has a copy of this book already',
    );
    expect((await back('9780262033848')).body.details).toMatchObject([{ field: 'univId' }]);
    const { body } = await back('9780262033848', { univId: 'S-BEN' });
    expect(body.loan).toMatchObject({ personName: 'Ben Okri', copyCode: `${book.id}-2` });
    expect((await back('9780262033848', { univId: 'S-BEN' })).status).toBe(409);
    expect((await back('9780262033848')).body.loan.personName).toBe('Ada Lovelace');
  });

  test('of one reader is not taken back from another, to whom the copy was lent since', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    await back(`${book.id}-1`, { univId: 'S-ADA' });
    await lend(`${book.id}-1`, 'S-BEN');
    expect(await back(`${book.id}-1`, { univId: 'S-ADA' })).toMatchObject({
      status: 409,
      body: { message: `Copy ${book.id}-1 is lent to Ben Okri, not to Ada Lovelace.` },
    });
    expect((await mine(ben)).loans).toMatchObject([{ copyCode: `${book.id}-1` }]);
    await back(`${book.id}-1`);
  });
});

describe('a loan', () => {
  test('is renewed from today, at most twice', async () => {
    const book = await add();
    const { body: loan } = await lend(`${book.id}-1`, 'S-ADA');
    const renew = (who: Caller) => who.post(`/api/library/loans/${loan.id}/renew`);
    expect((await renew(desk)).body.message).toContain('already due as late');
    for (const who of [campus.as(ada), desk]) {
      await daysPass(book, 10);
      const { body } = await renew(who);
      expect(body.dueOn).toBe(addDays(campus.today, lendingRules.loanDays));
    }
    await daysPass(book, 10);
    expect((await renew(desk)).body.message).toBe('This loan has been renewed 2 times already.');
    expect((await renew(campus.as(ben))).status).toBe(403);
    await back(`${book.id}-1`);
    expect((await renew(desk)).status).toBe(404);
    const { body: hers } = await lend(`${book.id}-1`, 'F-EVE');
    await daysPass(book, 10);
    expect((await campus.as(eve).post(`/api/library/loans/${hers.id}/renew`)).status).toBe(200);
    await back(`${book.id}-1`);
  });

  test('ends although the campus has moved to a time zone where the day it began is tomorrow', async () => {
    const book = await add();
    const setZone = (timezone: string | null) => desk.patch('/api/settings', { timezone });
    expect((await setZone('Pacific/Kiritimati')).status).toBe(200);
    const { body: loan } = await lend(`${book.id}-1`, 'S-ADA');
    expect((await setZone(null)).status).toBe(200);
    expect(loan.lentOn > campus.today).toBe(true);
    expect((await back(`${book.id}-1`)).status).toBe(200);
    expect((await mine(ada)).loans).toEqual([]);
  });

  test('is not renewed while someone waits for the book, or when long overdue', async () => {
    const book = await add();
    const { body: loan } = await lend(`${book.id}-1`, 'S-ADA');
    await daysPass(book, 14 + lendingRules.renewableOverdueDays);
    expect((await mine(ada)).loans[0]).toMatchObject({ daysOverdue: 3, notRenewable: null });
    await daysPass(book, 1);
    const renew = () => desk.post(`/api/library/loans/${loan.id}/renew`);
    expect((await renew()).body.message).toContain('4 days overdue');
    await reserve(ben, book);
    expect((await renew()).body.message).toContain('Someone else is waiting');
    await back(`${book.id}-1`);
    await lend(`${book.id}-1`, 'S-BEN');
    await back(`${book.id}-1`);
  });

  test('is listed with how long it is overdue and how to reach the person', async () => {
    const book = await add({ title: 'Overdue matters' });
    await lend(`${book.id}-1`, 'S-BEN');
    await daysPass(book, lendingRules.loanDays);
    const overdue = async () => [
      (await desk.get<DeskLoan[]>('/api/library/loans?show=overdue&search=ben')).body.length,
      (await desk.get('/api/library/borrowers?univId=S-BEN')).body[0].overdue,
      (await desk.get('/api/library/counts')).body.overdue,
    ];
    // Due today.
    expect(await overdue()).toEqual([0, 0, 0]);
    await daysPass(book, 6);
    expect(await overdue()).toEqual([1, 1, 1]);
    const { body, headers } = await desk.get<DeskLoan[]>(
      '/api/library/loans?show=overdue&search=ben&limit=10',
    );
    expect(body).toMatchObject([
      { title: 'Overdue matters', daysOverdue: 6, contactNo: '555 0100', email: ben.email },
    ]);
    expect(headers['x-total-count']).toBe('1');
    const beyond = await desk.get('/api/library/loans?search=ben&limit=10&page=2');
    expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '1']);
    await back(`${book.id}-1`);
  });

  test('is listed in the order in which they were made among those due on one day', async () => {
    const lent: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const book = await add({ title: `Sameday ${at}` });
      lent.push((await lend(`${book.id}-1`, 'F-EVE')).body.id);
    }
    const listed: string[] = [];
    for (const page of [1, 2, 3]) {
      const path = `/api/library/loans?search=sameday&limit=2&page=${page}`;
      listed.push(...(await desk.get<DeskLoan[]>(path)).body.map(({ id }) => id));
    }
    expect(listed).toEqual(lent);
    expect((await mine(eve)).loans.map(({ id }: DeskLoan) => id)).toEqual(lent);
    for (const { bookId } of (await mine(eve)).loans) await back(`${bookId}-1`);
  });
});

describe('the queue for a book', () => {
  test('opens when no copy is free; the first in line gets the copy that is returned', async () => {
    const book = await add();
    expect((await reserve(ada, book)).body.message).toContain('A copy of this book is free');
    await lend(`${book.id}-1`, 'S-ADA');
    expect((await reserve(ada, book)).body.message).toContain('You have a copy');
    expect((await reserve(ben, book)).body).toMatchObject({ position: 1, heldUntil: null });
    expect((await reserve(eve, book)).body).toMatchObject({ position: 2 });
    expect((await reserve(eve, book)).status).toBe(409);
    const { body } = await back(`${book.id}-1`);
    expect(body.heldFor).toMatchObject({
      personName: 'Ben Okri',
      heldUntil: addDays(campus.today, lendingRules.holdDays),
    });
    expect((await lend(`${book.id}-1`, 'F-EVE')).body.message).toContain('is held for Ben Okri');
    expect((await change(book, { retired: true })).status).toBe(409);
    const { body: waiting } = await desk.get('/api/library/reservations?search=okri&limit=5');
    expect(waiting).toMatchObject([{ copyCode: `${book.id}-1`, personName: 'Ben Okri' }]);
    const beyond = await desk.get('/api/library/reservations?search=okri&limit=5&page=2');
    expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '1']);
    expect((await lend(`${book.id}-1`, 'S-BEN')).status).toBe(201);
    expect((await mine(eve)).reservations).toMatchObject([{ position: 1 }]);
    await back(`${book.id}-1`);
    await lend(`${book.id}-1`, 'F-EVE');
    expect((await mine(eve)).reservations).toEqual([]);
    await back(`${book.id}-1`);
  });

  test('moves on when someone leaves it or does not collect the copy', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    const { body: first } = await reserve(ben, book);
    await reserve(eve, book);
    await back(`${book.id}-1`);
    await daysPass(book, lendingRules.holdDays);
    expect((await mine(ben)).reservations).toMatchObject([{ heldUntil: campus.today }]);
    const reserved = async (): Promise<number> =>
      (await desk.get('/api/library/counts')).body.reservations;
    expect(await reserved()).toBe(2);
    await daysPass(book, 1);
    expect(await reserved()).toBe(1);
    expect((await mine(ben)).reservations).toEqual([]);
    const [now] = (await mine(eve)).reservations as OwnReservation[];
    expect(now).toMatchObject({ position: 1, copyCode: `${book.id}-1` });
    const cancel = (who: Caller, id = '') =>
      who.send({ method: 'DELETE', path: `/api/library/reservations/${id}` });
    expect((await cancel(campus.as(ben), first.id)).status).toBe(404);
    expect((await cancel(campus.as(ben), now?.id)).status).toBe(403);
    expect((await cancel(campus.as(eve), now?.id)).status).toBe(204);
    expect((await desk.get<Book[]>(`/api/library/books?search=${book.title}`)).body).toMatchObject([
      { free: 1, reserved: 0 },
    ]);
  });

  test('has its first reader back when a loan to them is undone', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(ben, book);
    await reserve(eve, book);
    await back(`${book.id}-1`);
    await lend(`${book.id}-1`, 'S-BEN');
    const { body } = await back(`${book.id}-1`, { univId: 'S-BEN', undo: true });
    expect(body.heldFor).toMatchObject({ personName: 'Ben Okri', position: 1 });
    expect((await mine(eve)).reservations).toMatchObject([{ position: 2, copyCode: null }]);
    // A return is no undo.
    await lend(`${book.id}-1`, 'S-BEN');
    expect((await back(`${book.id}-1`)).body.heldFor).toMatchObject({ personName: eve.name });
    expect((await mine(ben)).reservations).toEqual([]);
    await lend(`${book.id}-1`, 'F-EVE');
    await back(`${book.id}-1`);
    // Nor does an undone loan bring back a place that an earlier one ended.
    await campus.database.pool.query(
      `update reservations set ended_at = ended_at - interval '1 hour' where book_id = $1`,
      [book.id],
    );
    await lend(`${book.id}-1`, 'S-BEN');
    await back(`${book.id}-1`, { univId: 'S-BEN', undo: true });
    expect((await mine(ben)).reservations).toEqual([]);
  });

  test('is listed with what can be collected first, for the reader and for the desk', async () => {
    const [waited, ready] = [await add(), await add()];
    for (const book of [waited, ready]) {
      await lend(`${book.id}-1`, 'S-ADA');
      await reserve(ben, book);
    }
    await back(`${ready.id}-1`);
    const { body: atDesk } = await desk.get('/api/library/reservations?search=okri');
    for (const list of [atDesk, (await mine(ben)).reservations])
      expect(list.map(({ bookId }: OwnReservation) => bookId)).toEqual([ready.id, waited.id]);
    await lend(`${ready.id}-1`, 'S-BEN');
    await back(`${waited.id}-1`);
    await lend(`${waited.id}-1`, 'S-BEN');
    for (const book of [ready, waited]) await back(`${book.id}-1`);
  });

  test('is listed in its order, over several pages', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    const readers = await Promise.all(Array.from({ length: 6 }, () => campus.make.student()));
    for (const reader of readers) await reserve(reader, book);
    const places: number[] = [];
    for (const page of [1, 2, 3]) {
      const path = `/api/library/reservations?search=${book.title}&limit=2&page=${page}`;
      places.push(...(await desk.get(path)).body.map((one: OwnReservation) => one.position));
    }
    expect(places).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('has the copy that nobody collected: the catalogue does not offer it to others', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(ben, book);
    await reserve(eve, book);
    await back(`${book.id}-1`);
    await daysPass(book, lendingRules.holdDays + 1);
    const { body: listed } = await campus
      .as(ada)
      .get<Book[]>(`/api/library/books?search=${book.title}`);
    expect(listed).toMatchObject([{ copies: 1, lent: 0, free: 0, reserved: 1 }]);
    expect((await lend(`${book.id}-1`, 'S-ADA')).body.message).toContain('is held for Eve');
    await lend(`${book.id}-1`, 'F-EVE');
    await back(`${book.id}-1`);
  });

  test('passes over people who have left, and a hold that has expired is nobody’s', async () => {
    const book = await add();
    const gone = await campus.make.student({ name: 'Soon Gone', univ_id: 'S-SOON' });
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(gone, book);
    await reserve(ben, book);
    const shown = async () => [
      (await mine(ben)).reservations[0]?.position,
      (await desk.get<Book[]>(`/api/library/books?search=${book.title}`)).body[0]?.reserved,
    ];
    expect(await shown()).toEqual([2, 2]);
    await campus.database.pool.query('update people set active = false where id = $1', [gone.id]);
    expect(await shown()).toEqual([1, 1]);
    expect((await mine(ben)).reservations).toMatchObject([{ position: 1, copyCode: null }]);
    const waiting = await desk.get(`/api/library/reservations?search=${book.title}`);
    expect(waiting.body).toMatchObject([{ personName: 'Ben Okri', position: 1 }]);
    const { body } = await back(`${book.id}-1`);
    expect(body.heldFor).toMatchObject({ personName: 'Ben Okri', position: 1 });
    await daysPass(book, lendingRules.holdDays + 1);
    expect((await desk.get<Book[]>(`/api/library/books?search=${book.title}`)).body).toMatchObject([
      { free: 1, reserved: 0 },
    ]);
    expect((await mine(ben)).reservations).toEqual([]);
  });

  test('passes over a student from the day of leaving on', async () => {
    const book = await add();
    const leaver = await campus.make.student();
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(leaver, book);
    await reserve(ben, book);
    const reservedOnce = async (withdrawn: string): Promise<unknown> => {
      await campus.database.pool.query(
        'update students set withdrawn_on = $2 where person_id = $1',
        [leaver.id, withdrawn],
      );
      return (await desk.get<Book[]>(`/api/library/books?search=${book.title}`)).body[0]?.reserved;
    };
    expect(await reservedOnce(addDays(campus.today, 1))).toBe(2);
    expect(await reservedOnce(campus.today)).toBe(1);
    expect((await back(`${book.id}-1`)).body.heldFor).toMatchObject({ personName: 'Ben Okri' });
    await lend(`${book.id}-1`, 'S-BEN');
    await back(`${book.id}-1`);
  });

  test('keeps nobody from renewing once the only person waiting has left', async () => {
    const book = await add();
    const gone = await campus.make.student({ name: 'Just Gone' });
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(gone, book);
    await daysPass(book, 5);
    const reasonOf = async () =>
      (await mine(ada)).loans.find(({ bookId }: { bookId: string }) => bookId === book.id)
        .notRenewable;
    expect(await reasonOf()).toContain('Someone else is waiting');
    await campus.database.pool.query('update people set active = false where id = $1', [gone.id]);
    expect(await reasonOf()).toBeNull();
    await back(`${book.id}-1`);
  });

  test('gives a newly added copy to the person who is waiting', async () => {
    const book = await add();
    await lend(`${book.id}-1`, 'S-ADA');
    await reserve(ben, book);
    expect((await change(book, { copies: 2 })).body).toMatchObject({ free: 0, reserved: 1 });
    expect((await mine(ben)).reservations).toMatchObject([{ copyCode: `${book.id}-2` }]);
    expect((await change(book, { copies: 1 })).body.message).toContain('1 is held for readers');
    await lend(`${book.id}-2`, 'S-BEN');
    await back(`${book.id}-1`);
    await back(`${book.id}-2`);
  });

  test('limits the places one person may have', async () => {
    const dan = await campus.make.student();
    const owner = await campus.make.teacher({ univ_id: 'F-OWNER' });
    expect(owner.id).toBeTruthy();
    for (let place = 0; place <= lendingRules.maxReservations; place += 1) {
      const book = await add();
      await lend(`${book.id}-1`, 'F-OWNER');
      expect((await reserve(dan, book)).status).toBe(
        place < lendingRules.maxReservations ? 201 : 409,
      );
    }
  });

  test('limits them also for two requests at once', async () => {
    const fay = await campus.make.student();
    await campus.make.teacher({ univ_id: 'F-SECOND' });
    const books = [];
    for (let place = 0; place <= lendingRules.maxReservations; place += 1) {
      const book = await add();
      await lend(`${book.id}-1`, 'F-SECOND');
      books.push(book);
    }
    const [last, beyond, ...first] = books as [Book, Book, ...Book[]];
    for (const book of first) expect((await reserve(fay, book)).status).toBe(201);
    const answers = await inTurn<Answer<any>>(
      campus.database,
      ['select from people where id = $1 for update', [fay.id]],
      [() => reserve(fay, last), () => reserve(fay, beyond)],
      'commit',
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
  });
});

test('odd addresses and values are refused and never cause a server error', async () => {
  for (const id of ['0', 'x', '99999999999999999999', '9223372036854775807', '%00', '%ED%A0%80']) {
    const answers = [
      await desk.get(`/api/library/books?search=${id}`),
      await desk.get(`/api/library/books?cursor=${id}`),
      await desk.get(`/api/library/books?limit=1&page=1000000`),
      await desk.get(`/api/library/books/${id}/history`),
      await desk.patch(`/api/library/books/${id}`, { title: 'A' }),
      await desk.get(`/api/library/borrowers?univId=${id}`),
      await desk.get(`/api/library/loans?search=${id}`),
      await desk.get(`/api/library/reservations?search=${id}`),
      await desk.post(`/api/library/loans/${id}/renew`),
      await campus.as(ada).post(`/api/library/books/${id}/reservations`),
      await desk.send({ method: 'DELETE', path: `/api/library/reservations/${id}` }),
      await lend(decodeURIComponent(id === '%ED%A0%80' ? 'x' : id), 'S-ADA'),
      await lend(`999999999999999999-1`, '\0'),
      await lend('1-99999', '\uD800'),
      await back(`99999999999999999-99999`, { univId: '💥' }),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});

test('readers see their books while a file of books is being stored; a hold that has expired ends afterwards', async () => {
  const impatient = await testCampus({ times: { ...defaultTimes, lock: 20 } });
  const { make, database } = impatient;
  const librarian = impatient.as(await make.admin());
  const reader = impatient.as(await make.student({ univ_id: 'S-1' }));
  const { body } = await librarian.post<Book>('/api/library/books', { title: 'A', author: 'B' });
  await make.student({ univ_id: 'S-2' });
  const item = `${body.id}-1`;
  await librarian.post('/api/library/loans', { item, univId: 'S-2' });
  await reader.post(`/api/library/books/${body.id}/reservations`);
  await librarian.post('/api/library/returns', { item });
  await database.pool.query('update reservations set held_until = held_until - 100');
  const mineNow = () => reader.get('/api/library/mine');
  const file = await database.pool.connect();
  await file.query('begin; lock table books in exclusive mode');
  const meanwhile = await mineNow();
  await file.query('rollback');
  file.release();
  expect(meanwhile).toMatchObject({ status: 200, body: { reservations: [{ title: 'A' }] } });
  expect((await mineNow()).body.reservations).toEqual([]);
  await impatient.close();
});
