import { catalogue, lending } from '@campus/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import ReaderLibraryPage from './reader-library.page.tsx';

const reader = { email: 'student@example.edu', role: 'student', name: 'Aarav Mehta' } as const;
const emma = {
  id: '7',
  title: 'Emma',
  author: 'Jane Austen',
  isbn: null,
  shelf: 'EN 1.2',
  year: 1815,
  copies: 2,
  free: 0,
  lent: 2,
  reserved: 1,
  retired: false,
  version: 1,
};
const loan = {
  id: '1',
  bookId: '8',
  title: 'Ulysses',
  author: 'James Joyce',
  copyCode: '8-1',
  lentOn: '2026-11-01',
  dueOn: '2026-11-15',
  daysOverdue: 5,
  renewals: 0,
  notRenewable: 'This loan is 5 days overdue. Please return the book.',
};
const reservation = {
  id: '3',
  bookId: '7',
  title: 'Emma',
  author: 'Jane Austen',
  position: 2,
  heldUntil: null,
  copyCode: null,
};

const library = (own: { loans: (typeof loan)[]; reservations: (typeof reservation)[] }) => {
  const mine = { ...own, maxLoans: 5 };
  return fakeServer({
    'GET /api/library/mine': () => reply(lending.ownLibrary, mine),
    'GET /api/library/books': () => reply(catalogue.listBooks, [emma], { 'x-total-count': '1' }),
    'POST /api/library/books/7/reservations': () => {
      mine.reservations = [reservation];
      return reply(lending.reserve, reservation);
    },
    'DELETE /api/library/reservations/3': () => {
      mine.reservations = [];
      return reply(lending.cancelReservation, undefined);
    },
  });
};

it('highlights what is overdue, and says why it cannot be renewed', async () => {
  library({ loans: [loan], reservations: [] });
  await renderPage(ReaderLibraryPage, '/', reader);
  expect((await screen.findByRole('alert')).textContent).toContain('Ulysses is overdue.');
  const loans = screen.getByRole('table', { name: 'My Loans' });
  expect(loans.textContent).toContain('Overdue by 5 days, due 15 Nov 2026');
  expect(within(loans).queryByRole('button')).toBeNull();
  expect(loans.textContent).toContain('Please return the book.');
});

it('reserves a book without a free copy, and cancels the reservation once asked', async () => {
  const seen = library({ loans: [], reservations: [] });
  await renderPage(ReaderLibraryPage, '/', reader);
  expect(await screen.findByText(/You have no books at the moment/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Reserve Emma' }));
  expect((await screen.findByRole('table', { name: 'My Reservations' })).textContent).toContain(
    'Number 2 in line',
  );
  expect(screen.queryByRole('button', { name: 'Reserve Emma' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the reservation of Emma' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText(/^You are number 2 in line for Emma/)).toBeDefined();
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(question.getByRole('button', { name: 'Give up the place' }));
  expect(await screen.findByRole('button', { name: 'Reserve Emma' })).toBeDefined();
});

it('offers no reservation before the reader’s own books are known', async () => {
  const answer = Promise.withResolvers<Response>();
  fakeServer({
    'GET /api/library/mine': () => answer.promise,
    'GET /api/library/books': () => reply(catalogue.listBooks, [emma], { 'x-total-count': '1' }),
  });
  await renderPage(ReaderLibraryPage, '/', reader);
  const row = () => screen.getByRole('table', { name: 'Catalogue' });
  expect(await screen.findByText('Emma')).toBeDefined();
  expect(within(row()).queryByRole('button', { name: 'Reserve Emma' })).toBeNull();
  answer.resolve(
    reply(lending.ownLibrary, { loans: [], reservations: [reservation], maxLoans: 5 }),
  );
  expect(await within(row()).findByText('Reserved')).toBeDefined();
  expect(within(row()).queryByRole('button', { name: 'Reserve Emma' })).toBeNull();
});

it('offers to try again what could not be loaded', async () => {
  fakeServer({});
  await renderPage(ReaderLibraryPage, '/', reader);
  expect(await screen.findByText('Failed to load your books. Please try again.')).toBeDefined();
  expect(screen.getByText('Failed to load the catalogue. Please try again.')).toBeDefined();
  library({ loans: [loan], reservations: [] });
  for (const button of screen.getAllByRole('button', { name: 'Try again' }))
    fireEvent.click(button);
  expect(await screen.findByRole('table', { name: 'My Loans' })).toBeDefined();
});

it('shows the last page when the address names one that no longer exists', async () => {
  fakeServer({
    'GET /api/library/mine': () =>
      reply(lending.ownLibrary, { loans: [], reservations: [], maxLoans: 5 }),
    'GET /api/library/books': ({ path }) =>
      reply(catalogue.listBooks, path.includes('page=2') ? [emma] : [], { 'x-total-count': '11' }),
  });
  const { router } = await renderPage(ReaderLibraryPage, '/?page=99', reader);
  expect((await screen.findAllByText('Emma')).length).toBeGreaterThan(0);
  expect(router.state.location.search).toEqual({ page: 2 });
});

it('does not call the library empty while the books are loading after a search without results', async () => {
  const all = Promise.withResolvers<Response>();
  fakeServer({
    'GET /api/library/mine': () =>
      reply(lending.ownLibrary, { loans: [], reservations: [], maxLoans: 5 }),
    'GET /api/library/books': ({ path }) =>
      path.includes('search=')
        ? reply(catalogue.listBooks, [], { 'x-total-count': '0' })
        : all.promise,
  });
  await renderPage(ReaderLibraryPage, '/?search=zzz', reader);
  expect(await screen.findByText('No books found')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(screen.queryByText('No books found')).toBeNull());
  expect(screen.queryByText('The library has no books yet.')).toBeNull();
  all.resolve(reply(catalogue.listBooks, [emma], { 'x-total-count': '1' }));
  expect(await screen.findByText('Emma')).toBeDefined();
});
