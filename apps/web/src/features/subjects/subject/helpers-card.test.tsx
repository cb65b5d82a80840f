import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { aSubject } from '../../../testing/subjects.ts';
import { HelpersCard } from './helpers-card.tsx';

const renderHelpers = () =>
  renderPage(() => (
    <>
      <h1>Physics</h1>
      <HelpersCard subject={aSubject()} />
    </>
  ));

it('does not take a last day that is typed by half for none', async () => {
  const seen = fakeServer({ 'GET /api/campus': () => campusReply() });
  await renderHelpers();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.type(await screen.findByLabelText(/^Email ID/), 'ruth@example.edu');
  // What a browser says of 31/12/____, which it reports as blank.
  Object.defineProperty(screen.getByLabelText('Last day'), 'validity', {
    value: { badInput: true },
  });
  await userEvent.click(screen.getAllByRole('button', { name: 'Add' }).at(-1)!);
  expect(await screen.findByText('The last day is not complete')).toBeDefined();
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('says that an assistant must do something, until something is ticked', async () => {
  const seen = fakeServer({ 'GET /api/campus': () => campusReply() });
  await renderHelpers();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await userEvent.type(await screen.findByLabelText(/^Email ID/), 'ruth@example.edu');
  await userEvent.selectOptions(screen.getByLabelText('As'), 'Assistant');
  await userEvent.click(screen.getByLabelText('Marks attendance'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Add' }).at(-1)!);
  expect(await screen.findByText('Choose what the assistant may do')).toBeDefined();
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.click(screen.getByLabelText('Marks exams and assignments'));
  expect(screen.queryByText('Choose what the assistant may do')).toBeNull();
});
