import { examResults } from '@campus/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { useHistoryDialog } from './history-dialog.tsx';

const minute = (at: number): string => new Date(Date.UTC(2026, 2, 11, 9, at)).toISOString();
const results = Array.from({ length: 450 }, (_, at) => ({
  id: String(at),
  studentId: String(at),
  studentName: `Student ${450 - at}`,
  from: { marks: null, absent: false },
  to: { marks: 10, absent: false },
  published: false,
  changedBy: 'Meera Nair',
  changedAt: minute(at),
}));

/** The list of changes that the dialog shows of these. */
const show = async (shown: typeof results) => {
  fakeServer({
    'GET /api/campus': () => campusReply({ timezone: 'Asia/Kolkata' }),
    'GET /api/exams/1/history': () => reply(examResults.examHistory, { results: shown, exam: [] }),
  });
  const Exam = () => {
    const { open, dialog } = useHistoryDialog('1');
    return (
      <>
        <h1>Exam</h1>
        <button onClick={() => open({ studentId: null, name: 'Midterm' })}>History</button>
        {dialog}
      </>
    );
  };
  await renderPage(Exam);
  await userEvent.click(screen.getByRole('button', { name: 'History' }));
  return within(await screen.findByRole('list', { name: 'Changes, latest first' }));
};

it('shows a long history in parts, the latest changes first', async () => {
  const list = await show(results);
  expect(list.getAllByRole('listitem')).toHaveLength(200);
  expect(list.getByText('Student 1')).toBeDefined();
  expect(list.getByText('Student 200')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(list.getAllByRole('listitem')).toHaveLength(450);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('lists the marks that were saved together in the order of their students', async () => {
  const names = ['Ada', 'Ben', 'Cyd'];
  const together = results
    .slice(0, 3)
    .map((one, at) => ({ ...one, studentName: names[at] ?? '', changedAt: minute(0) }));
  const list = await show(together);
  expect(list.getAllByText(/Ada|Ben|Cyd/).map(({ textContent }) => textContent)).toEqual(names);
});

it('gives the time by the campus clock', async () => {
  const list = await show(results.slice(0, 1));
  expect(await list.findByText('Meera Nair, 11 Mar 2026, 14:30')).toBeDefined();
});
