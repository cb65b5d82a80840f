import { gradingScales } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { GradingScaleCard } from './grading-scale-card.tsx';

const Settings = () => (
  <>
    <h1>Settings</h1>
    <GradingScaleCard />
  </>
);

const scale = (version: number, letter: string, setBy: string | null) => ({
  version,
  grades: [
    { letter, fromPercent: 50, points: 4 },
    { letter: 'F', fromPercent: 0, points: 0 },
  ],
  setBy,
  setAt: '2026-11-20T12:00:00.000Z',
});

test('a scale that someone else sets meanwhile is not overwritten, even by a second try', async () => {
  let now = scale(1, 'A', null);
  const sentence = 'Mina has set another grading scale in the meantime. Nothing was overwritten.';
  const seen = fakeServer({
    'GET /api/grading-scale': () => reply(gradingScales.readGradingScale, now),
    'GET /api/grading-scale/history': () => reply(gradingScales.gradingScaleHistory, [now]),
    'PUT /api/grading-scale': () =>
      refusal({ message: sentence, error: 'conflict', details: [now] }),
  });
  await renderPage(Settings);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit scale' }));
  await userEvent.type(await screen.findByLabelText('Letter of grade 1'), '+');
  now = scale(2, 'B', 'Mina');
  const save = screen.getByRole('button', { name: 'Save scale' });
  await userEvent.click(save);
  await screen.findByText(sentence);
  await userEvent.click(save);
  await expect
    .poll(() => seen.filter(({ method }) => method === 'PUT').map(({ ifMatch }) => ifMatch))
    .toEqual(['"1"', '"1"']);
  expect(screen.getByLabelText<HTMLInputElement>('Letter of grade 1').value).toBe('A+');
});

test('an added grade has the focus, and two is the minimum', async () => {
  const now = scale(1, 'A', null);
  fakeServer({
    'GET /api/grading-scale': () => reply(gradingScales.readGradingScale, now),
    'GET /api/grading-scale/history': () => reply(gradingScales.gradingScaleHistory, [now]),
  });
  await renderPage(Settings);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit scale' }));
  const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove grade 2' });
  expect(remove.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Add grade' }));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Letter of grade 3'));
  expect(remove.disabled).toBe(false);
});
