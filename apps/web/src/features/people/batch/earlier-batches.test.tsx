import { type AppliedBatch, studentBatches } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { BatchDone, EarlierBatches } from './earlier-batches.tsx';

const batch: AppliedBatch = {
  id: '3',
  what: 'Withdrew 61 students on 2026-03-11',
  changed: 61,
  madeBy: 'Ruth Adeyemi',
  madeAt: '2026-11-20T10:00:00.000Z',
  undoneBy: null,
  undoneAt: null,
  note: null,
  canUndo: true,
};
const undone = { ...batch, undoneBy: 'Ruth Adeyemi', undoneAt: batch.madeAt, canUndo: false };

const open = async (what: 'done' | 'earlier') => {
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/people/students/batches': () => reply(studentBatches.listBatches, [batch]),
    'POST /api/people/students/batches/3/undo': () => reply(studentBatches.undoBatch, undone),
  });
  await renderPage(() => (
    <>
      <h1>Students</h1>
      {what === 'done' ? (
        <BatchDone batch={batch} onChange={() => undefined} />
      ) : (
        <EarlierBatches kind="students" />
      )}
    </>
  ));
  return { undoes: () => seen.some(({ method }) => method === 'POST'), user: userEvent.setup() };
};

it('what was just done to many people is undone after a question with their number', async () => {
  const { undoes, user } = await open('done');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(document.activeElement?.textContent).toBe('Withdrew 61 students on 11 Mar 2026');
  await user.click(undo);
  const question = within(await screen.findByRole('dialog', { name: 'Undo this?' }));
  expect(question.getByText('Withdrew 61 students on 11 Mar 2026')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  expect(undoes()).toBe(false);
  await user.click(question.getByRole('button', { name: 'Undo for 61 people' }));
  await waitFor(() => expect(undoes()).toBe(true));
});

it('what was done earlier is asked about as well, and Escape leads back to the history', async () => {
  const { undoes, user } = await open('earlier');
  await user.click(await screen.findByRole('button', { name: 'Bulk history' }));
  const history = await screen.findByRole('dialog', { name: 'Bulk history' });
  await user.click(await within(history).findByRole('button', { name: 'Undo' }));
  await screen.findByRole('dialog', { name: 'Undo this?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Undo this?' })).toBeNull());
  await user.click(within(history).getByRole('button', { name: 'Undo' }));
  expect(undoes()).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'Undo for 61 people' }));
  await waitFor(() => expect(undoes()).toBe(true));
  expect(screen.getByRole('dialog', { name: 'Bulk history' })).toBeTruthy();
});
