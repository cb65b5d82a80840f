import { catalogue, lending } from '@campus/contract';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { campusReply, fakeServer, reply, type Seen } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import AdminLibraryPage from './admin-library.page.tsx';

const book = {
  id: '12',
  title: 'Emma',
  author: 'Jane Austen',
  isbn: null,
  shelf: null,
  year: null,
  copies: 1,
  free: 1,
  lent: 0,
  reserved: 0,
  retired: false,
  version: 1,
};
const person = {
  personId: '4',
  personName: 'Ada Lovelace',
  univId: 'S-1',
  email: 'a@b.edu',
  contactNo: null,
};
const loan = {
  ...person,
  id: '5',
  bookId: '12',
  title: 'Emma',
  author: 'Jane Austen',
  copyCode: '12-1',
  lentOn: '2026-11-20',
  dueOn: '2026-12-04',
  daysOverdue: 0,
  renewals: 0,
  notRenewable: null,
};
const heldFor = {
  ...person,
  personName: 'Ben Okri',
  id: '9',
  bookId: '12',
  title: 'Emma',
  author: 'Jane Austen',
  position: 1,
  heldUntil: '2026-11-23',
  copyCode: '12-1',
  madeAt: '2026-11-19T10:00:00.000Z',
};

const desk = (untilListed: () => Promise<unknown> | undefined = () => undefined) => {
  const books: (typeof book)[] = [];
  return fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/library/books': async () => {
      await untilListed();
      return reply(catalogue.listBooks, books, { 'x-total-count': String(books.length) });
    },
    'POST /api/library/books': () => {
      books.push(book);
      return reply(catalogue.createBook, book);
    },
    'GET /api/library/counts': () =>
      reply(lending.countLists, { books: 1, loans: 0, overdue: 0, reservations: 0, retired: 0 }),
    'GET /api/library/borrowers': () =>
      reply(lending.findBorrower, [
        { ...person, role: 'student', loans: 2, maxLoans: 5, overdue: 1, refusal: null },
      ]),
    'POST /api/library/loans': () => reply(lending.lend, loan),
    'POST /api/library/returns': () => reply(lending.takeBack, { loan, heldFor }),
  });
};
const type = (label: string, text: string, at = 0): void => {
  const field = screen.getAllByLabelText(new RegExp(`^${label}`))[at];
  if (field) fireEvent.change(field, { target: { value: text } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

it('names what is missing from a new book, then adds it to the list', async () => {
  const seen = desk();
  await renderPage(AdminLibraryPage);
  expect(await screen.findByText('No books yet. Add the first one.')).toBeDefined();
  type('ISBN', '978-0-262-03384-9');
  press('Add Book');
  for (const sentence of ['Title is missing', 'Author is missing', /This is no ISBN/])
    expect(await screen.findByText(sentence)).toBeDefined();
  expect(seen.some(({ method }) => method === 'POST')).toBe(false);
  type('ISBN', '');
  type('Title', 'Emma');
  type('Author', 'Jane Austen');
  press('Add Book');
  expect(await screen.findByRole('button', { name: 'Actions for Emma' })).toBeDefined();
  const sent = seen.find(({ method }) => method === 'POST')?.body ?? '';
  expect(JSON.parse(sent)).toMatchObject({ title: 'Emma', copies: 1, year: null });
});

it('shows whose university ID it is before lending, for two weeks by default', async () => {
  const seen = desk();
  await renderPage(AdminLibraryPage);
  await screen.findByRole('button', { name: 'Lend Book' });
  type('Copy or ISBN', '12-1');
  type('University ID', 'S-1');
  expect(await screen.findByText('Ada Lovelace: 2 of 5 books, 1 overdue')).toBeDefined();
  press('Lend Book');
  await expect
    .poll(() => seen.find(({ method }) => method === 'POST')?.body)
    .toBe(JSON.stringify({ item: '12-1', univId: 'S-1', dueOn: '2026-12-04' }));
});

it('takes the next book while the lists are still being read again', async () => {
  let listed: Promise<unknown> | undefined;
  desk(() => listed);
  await renderPage(AdminLibraryPage);
  await screen.findByText('No books yet. Add the first one.');
  listed = new Promise(() => undefined);
  type('Copy or ISBN', '12-1');
  type('University ID', 'S-1');
  press('Lend Book');
  expect(await screen.findByText(/^Emma is lent to Ada Lovelace/)).toBeDefined();
  await userEvent.type(screen.getByLabelText(/^Copy or ISBN/), '12-2');
  expect(screen.getByLabelText(/^Copy or ISBN/)).toHaveProperty('value', '12-2');
});

describe('a loan is taken back from nobody but its reader', () => {
  const returned = { item: '12-1', univId: 'S-1' };
  const sent = (seen: readonly Seen[]) =>
    seen.filter(({ path }) => path.endsWith('/returns')).map(({ body }) => JSON.parse(body));

  it('by Undo', async () => {
    const seen = desk();
    await renderPage(AdminLibraryPage);
    await screen.findByRole('button', { name: 'Lend Book' });
    type('Copy or ISBN', '12-1');
    type('University ID', 'S-1');
    press('Lend Book');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await expect.poll(() => sent(seen)).toEqual([{ ...returned, undo: true }]);
  });

  it('in the list', async () => {
    const seen = fakeServer({
      'GET /api/campus': () => campusReply(),
      'GET /api/library/loans': () => reply(lending.listLoans, [loan], { 'x-total-count': '1' }),
      'POST /api/library/returns': () => reply(lending.takeBack, { loan, heldFor: null }),
    });
    await renderPage(AdminLibraryPage, '/?part=loans');
    fireEvent.click(await screen.findByRole('button', { name: /^Return.*Emma/ }));
    await expect.poll(() => sent(seen)).toEqual([returned]);
  });
});

it('says for whom a returned book is to be put aside', async () => {
  desk();
  await renderPage(AdminLibraryPage);
  await screen.findByRole('button', { name: 'Lend Book' });
  fireEvent.click(screen.getByRole('radio', { name: 'Return' }));
  type('Copy or ISBN', '12-1');
  press('Return Book');
  expect(
    await screen.findByText(
      'Emma (12-1) is back from Ada Lovelace. Put it aside for Ben Okri until 23 Nov 2026.',
    ),
  ).toBeDefined();
});

it('shows the last page when the address names one that no longer exists', async () => {
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/library/loans': ({ path }) =>
      reply(lending.listLoans, path.includes('page=2') ? [loan] : [], { 'x-total-count': '11' }),
  });
  const { router } = await renderPage(AdminLibraryPage, '/?part=loans&page=99');
  expect((await screen.findAllByText('Emma')).length).toBeGreaterThan(0);
  expect(router.state.location.search).toEqual({ part: 'loans', page: 2 });
});
