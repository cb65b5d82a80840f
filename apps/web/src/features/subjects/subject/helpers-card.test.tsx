import type { SubjectDetails } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { HelpersCard } from './helpers-card.tsx';

const term = {
  name: 'Autumn',
  state: 'open',
  startsOn: asDay('2026-08-01'),
  endsOn: asDay('2026-12-20'),
};
const subject = { id: '7', term, sections: [], helpers: [] } as unknown as SubjectDetails;

it('does not take a last day that is typed by half for none', async () => {
  const seen = fakeServer({ 'GET /api/campus': () => campusReply() });
  await renderPage(() => (
    <>
      <h1>Physics</h1>
      <HelpersCard subject={subject} />
    </>
  ));
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
