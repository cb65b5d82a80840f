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

it('says that an assistant must do something, until something is ticked', async () => {
  const seen = fakeServer({ 'GET /api/campus': () => campusReply() });
  await renderPage(() => (
    <>
      <h1>Physics</h1>
      <HelpersCard subject={subject} />
    </>
  ));
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
