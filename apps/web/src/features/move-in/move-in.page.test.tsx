import { moveIn, type MoveInKind } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { fakeUploads } from '../../testing/fake-upload.ts';
import { renderPage } from '../../testing/render-page.tsx';
import MoveInPage from './move-in.page.tsx';

const report = {
  rows: 1,
  ready: 1,
  problemRows: 0,
  create: 0,
  update: 1,
  skip: 0,
  unchanged: 0,
  daysUnclear: false,
  unknownColumns: [],
  hints: [],
  problems: [],
  moreProblems: 0,
  changes: [],
  moreChanges: 0,
  preview: [{ row: 2, subjectCode: 'AL', outcome: 'update' as const }],
};

const openPage = async (kind: MoveInKind, stored = 1) => {
  fakeServer({
    'GET /api/overview': () => campusReply(),
    'GET /api/move-in': () => reply(moveIn.readMoveIn, [{ kind, stored }]),
    'GET /api/move-in/batches': () => reply(moveIn.listMoveIns, []),
  });
  await renderPage(MoveInPage, `/?kind=${kind}`);
};
const choose = (kind: string) =>
  userEvent.upload(
    screen.getByLabelText(`CSV file with ${kind}`),
    new File(['Code,Name,Teacher\nAL,Algebra,dana@example.edu\n'], 'file.csv'),
  );

it('asks for the number of changes if it must be typed since the preview', async () => {
  const message =
    'This changes 1,500 subjects, more than a tenth of all. Type the number 1500 to go on. Nothing was stored.';
  let refused = false;
  const seen = fakeUploads(({ path }) => {
    if (path.includes('dryRun'))
      return reply(moveIn.subjects.store, refused ? { ...report, confirm: 1500 } : report);
    if (path.includes('confirm=1500')) return reply(moveIn.subjects.store, 1);
    refused = true;
    return refusal({ error: 'conflict', message, details: [{ field: 'confirm', message }] });
  });
  await openPage('subjects');
  await choose('subjects');
  await screen.findByText('1 row updates a subject');
  await userEvent.click(screen.getByRole('button', { name: 'Move in 1 subject' }));
  const confirm = await screen.findByLabelText('Type 1,500 to change so many');
  await userEvent.click(screen.getByRole('button', { name: 'Move in 1 subject' }));
  expect(screen.getByText('Please type how many change: 1,500').id).toBe(
    confirm.getAttribute('aria-describedby')?.split(' ').at(0),
  );
  expect(document.activeElement).toBe(confirm);
  await userEvent.type(confirm, '1,500');
  expect(screen.queryByText(/^Please type how many/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Move in 1 subject' }));
  expect(await screen.findByText('1 subject was added or changed.')).toBeDefined();
  expect(seen.at(-1)?.path).toBe('/api/move-in/subjects?confirm=1500');
});

it('says no more that the number of changes is missing once another file is chosen', async () => {
  fakeUploads(() => reply(moveIn.subjects.store, { ...report, confirm: 1500 }));
  await openPage('subjects');
  await choose('subjects');
  await screen.findByLabelText('Type 1,500 to change so many');
  await userEvent.click(screen.getByRole('button', { name: 'Move in 1 subject' }));
  expect(screen.getByText('Please type how many change: 1,500')).toBeDefined();
  await choose('subjects');
  await screen.findByLabelText('Type 1,500 to change so many');
  expect(screen.queryByText(/^Please type how many/)).toBeNull();
});

it('says in words what the rows update', async () => {
  fakeUploads(() => reply(moveIn.exams.store, report));
  await openPage('exams');
  await choose('exams');
  expect(await screen.findByText('1 row updates an exam')).toBeDefined();
});

it('offers more records than one file may hold as parts, and says so', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:saved';
  await openPage('past-marks', 100_001);
  fakeServer({ 'GET /api/move-in/export/parts': () => new Response('PK') });
  expect(await screen.findByText(/another campus takes the CSV in parts/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'CSV in parts (ZIP)' }));
  await waitFor(() => expect(saved).toEqual(['past-marks.zip']));
});

it('offers no parts of what fits into one file', async () => {
  await openPage('past-marks', 100_000);
  expect(await screen.findByRole('option', { name: /Past marks: 100,000/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'CSV in parts (ZIP)' })).toBeNull();
});
