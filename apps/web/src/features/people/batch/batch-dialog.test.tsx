import { studentBatches } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { BatchForm } from './batch-dialog.tsx';

it('counts the students again after that has failed', async () => {
  let failing = true;
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'POST /api/people/students/batches': () =>
      failing
        ? refusal({ error: 'unavailable', message: 'Campus is busy.' })
        : reply(studentBatches.previewBatch, {
            id: '3',
            changed: 1,
            first: [{ id: '7', name: 'Ada', email: 'ada@example.edu', changes: [] }],
            enrolments: [],
            skipped: 0,
            skippedStudents: [],
          }),
  });
  await renderPage(() => (
    <>
      <h1>Students</h1>
      <BatchForm kind="repeat" students={['7']} onDone={() => undefined} />
    </>
  ));
  expect(await screen.findByText('Campus is busy.')).toBeDefined();
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Let repeat students' }));
  expect(await screen.findByText('1 student of 1:')).toBeDefined();
  expect(screen.queryByText('Campus is busy.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Let repeat 1 student' })).toBeDefined();
});
