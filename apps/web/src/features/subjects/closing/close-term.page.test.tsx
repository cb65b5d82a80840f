import { type Leaver, terms } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import CloseTermPage from './close-term.page.tsx';

const term = (id: string, name: string, year: string, state: 'open' | 'planned') => ({
  id,
  name,
  startsOn: `${year}-01-01`,
  endsOn: `${year}-05-31`,
  state,
  closedAt: null,
  closedBy: null,
  closingReason: null,
  canReopen: false,
  subjects: 0,
  firstClassOn: null,
  lastClassOn: null,
  version: 1,
});

it('knows who has left the leavers meanwhile, instead of being refused again and again', async () => {
  const ada = {
    id: '7',
    name: 'Ada',
    email: 'ada@example.edu',
    univId: null,
    rollNo: null,
    course: 'Law',
    semester: 8,
    loans: 0,
  };
  let leavers: Leaver[] = [ada];
  const message = 'Somebody ticked is not in the last semester of the programme any more.';
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/terms': () =>
      reply(terms.listTerms, [
        term('2', 'Autumn', '2027', 'planned'),
        term('', 'Spring', '2026', 'open'),
      ]),
    'GET /api/terms//subjects': () => reply(terms.termSubjects, []),
    'GET /api/terms//leavers': () => reply(terms.listLeavers, leavers),
    'POST /api/terms//close': ({ body }) => {
      leavers = [];
      return body.includes('graduates')
        ? refusal({ error: 'invalid', message })
        : reply(terms.closeTerm, {
            dryRun: true,
            plan: 'plan',
            term: { id: '', name: 'Spring', endsOn: '2026-05-31' },
            next: { id: '2', name: 'Autumn', startsOn: '2027-01-01', endsOn: '2027-05-31' },
            promotion: { rule: 'Nobody is promoted.', promoted: 0, unchanged: 0, steps: [] },
            subjects: [],
            prepared: 0,
            graduates: 0,
            leftBehind: 0,
            enrolmentsClosed: 0,
            enrolmentsOpened: 0,
            warnings: [],
          });
    },
  });
  await renderPage(CloseTermPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Show what would happen' }));
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Leavers')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Show what would happen' }));
  expect(await screen.findByRole('button', { name: 'Close Spring and open Autumn' })).toBeDefined();
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
});
