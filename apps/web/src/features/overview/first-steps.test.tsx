import { overview } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FirstSteps } from './first-steps.tsx';

const term = { id: '1', name: 'Autumn', startsOn: '2026-09-01', endsOn: '2027-01-31' };
const counts = {
  faculty: overview.countFaculty,
  students: overview.countStudents,
  classes: overview.countClasses,
};
const campusWith = (has: {
  term?: boolean;
  faculty?: number;
  students?: number;
  classes?: number;
}) =>
  fakeServer({
    'GET /api/campus': () => campusReply({ term: has.term ? term : null }),
    ...Object.fromEntries(
      Object.entries(counts).map(([what, endpoint]) => [
        `GET /api/AdminDashboard/${what}/count`,
        () => reply(endpoint, has[what as keyof typeof counts] ?? 0),
      ]),
    ),
  });
const show = (calendarUploaded = false) =>
  renderPage(() => (
    <>
      <h1>Overview</h1>
      <FirstSteps calendarUploaded={calendarUploaded} />
    </>
  ));
const steps = async () => {
  const list = await screen.findByRole('list');
  return within(list)
    .getAllByRole('listitem')
    .map((step) => (within(step).queryByRole('link') ? 'to do' : 'done'));
};

it('leads through an empty campus, the first step first', async () => {
  campusWith({});
  await show();
  expect(await steps()).toEqual(['to do', 'to do', 'to do', 'to do', 'to do']);
  const next = screen.getByRole('link', { current: 'step' });
  expect(next.textContent).toBe('Open a term');
  expect(next.getAttribute('href')).toBe('/admin/terms');
});

it('ticks off what is done and points to the next step', async () => {
  campusWith({ term: true, faculty: 3 });
  await show(true);
  expect(await steps()).toEqual(['done', 'done', 'to do', 'to do', 'done']);
  expect(screen.getByRole('link', { current: 'step' }).textContent).toBe('Import students');
});

it.each([[true], [false]])(
  'disappears once the campus is set up, with or without a calendar: %s',
  async (calendar) => {
    const seen = campusWith({ term: true, faculty: 3, students: 40, classes: 2 });
    const { client } = await show(calendar);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(seen).toHaveLength(4);
    expect(screen.queryByText('First steps')).toBeNull();
  },
);

it('shows no steps until it knows which are done', async () => {
  const seen = fakeServer({
    'GET /api/campus': () => campusReply({ timezone: '' }),
  });
  const { client } = await show();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(seen).toHaveLength(4);
  expect(screen.queryByText('First steps')).toBeNull();
});
