import { type Duty, search, type SearchResult } from '@campus/contract';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { DutyContext } from '../../lib/may-call.tsx';
import { fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { pages } from '../pages.ts';
import { furtherPages } from './actions.ts';
import { links } from './links.ts';
import SearchDialog from './search-dialog.lazy.tsx';

const book = (id: string, title: string): SearchResult => ({
  kind: 'book',
  id,
  title,
  line: 'A. Author · 2020',
});

const Page = () => (
  <>
    <h1>Page</h1>
    <SearchDialog area="student" onClose={() => undefined} />
  </>
);

it('lists each result once, where several have the same title', async () => {
  HTMLDialogElement.prototype.showModal = () => undefined;
  const physics = [book('2', 'Physics'), book('3', 'Physics')];
  fakeServer({
    'GET /api/search': ({ path }) =>
      reply(search.find, path.endsWith('=phys') ? physics : [book('1', 'Phlogiston'), ...physics]),
  });
  await renderPage(Page, '/', { email: 's@example.edu', role: 'student', name: 'Ada' });
  const field = document.querySelector('input');
  if (!field) throw new Error('There is no field to search in.');
  const books = () =>
    [...document.querySelectorAll('[aria-label=Books] [role=option]')].map(
      (one) => one.textContent,
    );
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('phys');
  await waitFor(() => expect(books()).toHaveLength(2));
  type('ph');
  await waitFor(() => expect(books()[0]).toContain('Phlogiston'));
  expect(books()).toHaveLength(3);
});

test.each(['admin', 'teacher', 'student'] as const)(
  'every page of the %s that is about no single record is offered',
  (role) => {
    const { first, second } = links[role];
    const offered = [...first, ...second, ...furtherPages[role]].map(({ path }) => path);
    const there = Object.keys(pages[role]).filter((path) => !path.includes('$'));
    expect(offered.toSorted()).toEqual(there.toSorted());
  },
);

const offeredTo = async (duty: Duty): Promise<readonly (string | null)[]> => {
  HTMLDialogElement.prototype.showModal = () => undefined;
  const AdminPage = () => (
    <DutyContext value={duty}>
      <h1>Page</h1>
      <SearchDialog area="admin" onClose={() => undefined} />
    </DutyContext>
  );
  await renderPage(AdminPage);
  return [...document.querySelectorAll('[role=option]')].map((one) => one.textContent);
};

it('offers an auditor the pages that only other pages link to, but none that stores files', async () => {
  const offered = await offeredTo('auditor');
  expect(offered).toEqual(expect.arrayContaining(['Programmes', 'Move in']));
  expect(offered).not.toContain('Compare totals');
  expect(offered).not.toContain('Import a Catalogue');
});

it('offers a registrar the comparison of totals', async () => {
  expect(await offeredTo('registrar')).toContain('Compare totals');
});
