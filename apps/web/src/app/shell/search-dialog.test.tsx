import { search, type SearchResult } from '@campus/contract';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
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
