import { people, studentFields } from '@campus/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { HistoryCard } from './history-card.tsx';

const change = (id: number, field: string, before: string | null, after: string | null) => ({
  id: String(id),
  field,
  before,
  after,
  changedBy: 'Ruth Adeyemi',
  changedAt: '2026-11-20T10:00:00.000Z',
});

it('shows acts on the account together with changes of the record', async () => {
  fakeServer({
    'GET /api/people/7/history': () =>
      reply(people.readHistory, [
        change(5, 'universityAccount', null, null),
        change(4, 'sessions', null, null),
        change(3, 'active', 'true', 'false'),
        change(2, 'profileImage', null, 'digest'),
        change(1, 'course', 'Law', 'Physics'),
      ]),
  });
  await renderPage(() => (
    <>
      <h1>Ada</h1>
      <HistoryCard personId="7" fields={studentFields} />
    </>
  ));
  const entries = within(await screen.findByRole('list', { name: 'History' }));
  expect(entries.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^University Account ?Unlinked.*Ruth Adeyemi/),
    expect.stringMatching(/^Sessions ?Ended/),
    expect.stringMatching(/^Account.*Active.*Deactivated/),
    expect.stringMatching(/^Picture ?Added/),
    expect.stringMatching(/^Course.*Law.*Physics/),
  ]);
});
