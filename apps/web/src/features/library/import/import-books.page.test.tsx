import { catalogue } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { fakeUploads } from '../../../testing/fake-upload.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import ImportBooksPage from './import-books.page.tsx';

const emma = { row: 2, title: 'Emma', author: 'Jane Austen', isbn: '', copies: '2' };
const report = {
  rows: 2,
  ready: 2,
  problemRows: 0,
  create: 1,
  update: 1,
  skip: 0,
  unchanged: 0,
  daysUnclear: false,
  unknownColumns: [],
  hints: [],
  problems: [],
  moreProblems: 0,
  changes: [{ row: 2, title: 'Emma', field: 'copies', from: '1', to: '2' }],
  moreChanges: 0,
  preview: [
    { ...emma, outcome: 'update' as const },
    { ...emma, row: 3, title: 'Persuasion', outcome: 'create' as const },
  ],
};
const choose = async (answer: (dryRun: boolean) => Response) => {
  fakeServer({});
  const seen = fakeUploads(({ path }) => answer(path.includes('dryRun=true')));
  await renderPage(ImportBooksPage);
  const file = new File(['Title,Author\nEmma,Jane Austen\n'], 'books.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('CSV file with books'), file);
  return seen;
};
const send = () => userEvent.click(screen.getByRole('button', { name: /Upload/ }));

it('shows what a file would change, field by field, then stores it with one click', async () => {
  const seen = await choose((dryRun) => reply(catalogue.bookFile.store, dryRun ? report : 2));
  expect(await screen.findByText('1 row updates a book')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Changes' }).textContent).toBe(
    'Row 2 Emma Copies: 1 becomes 2',
  );
  await userEvent.selectOptions(
    screen.getByLabelText('Books in the catalogue already'),
    'Skip the row',
  );
  await send();
  expect(await screen.findByText('2 books were added or changed.')).toBeDefined();
  expect(seen.map(({ path }) => path).at(-1)).toBe('/api/library/books/import?existing=skip');
});

it('says so when the catalogue already has everything in the file', async () => {
  await choose((dryRun) =>
    reply(
      catalogue.bookFile.store,
      dryRun ? { ...report, create: 0, update: 0, unchanged: 2, changes: [] } : 0,
    ),
  );
  expect(await screen.findByText('2 rows are unchanged')).toBeDefined();
  await send();
  expect(
    await screen.findByText(
      'Everything in the file is already in the catalogue. Nothing was changed.',
    ),
  ).toBeDefined();
});

it('keeps the file and says why when nothing was stored', async () => {
  await choose((dryRun) =>
    dryRun
      ? reply(catalogue.bookFile.store, report)
      : refusal({
          error: 'rows_invalid',
          message: '1 row needs a fix. Nothing was stored.',
          details: [],
        }),
  );
  await screen.findByText('1 row updates a book');
  await send();
  expect((await screen.findByRole('alert')).textContent).toBe(
    '1 row needs a fix. Nothing was stored.',
  );
  expect(screen.getByText('books.csv')).toBeDefined();
});
