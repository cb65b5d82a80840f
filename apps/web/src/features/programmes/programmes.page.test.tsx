import { programmes } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import ProgrammesPage from './programmes.page.tsx';

const programme = (id: string, name: string) => ({
  id,
  name,
  code: null,
  confirmed: true,
  formerly: [],
  people: 1,
  departmentId: null,
  semesters: null,
  branches: [],
});

it('counts a merge again after that has failed', async () => {
  let failing = true;
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/programmes': () =>
      reply(programmes.listProgrammes, {
        programmes: [programme('1', 'B.Sc Physics'), programme('2', 'Chemistry')],
        departments: [],
      }),
    'POST /api/programmes/merge/preview': () =>
      failing
        ? refusal({ error: 'unavailable', message: 'Campus is busy.' })
        : reply(programmes.countMerge, {
            name: 'Chemistry',
            others: ['B.Sc Physics'],
            people: 1,
            subjectAudiences: 0,
            eventAudiences: 0,
          }),
  });
  await renderPage(ProgrammesPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for B.Sc Physics' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge into another…' }));
  await userEvent.selectOptions(await screen.findByLabelText('Name that stays'), 'Chemistry');
  expect(await screen.findByText('Campus is busy.')).toBeDefined();
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(/1 student/)).toBeDefined();
  expect(screen.queryByText('Campus is busy.')).toBeNull();
  expect(screen.queryByText(/Please wait a moment/)).toBeNull();
  expect(seen.some(({ path }) => path === '/api/programmes/merge')).toBe(false);
});
