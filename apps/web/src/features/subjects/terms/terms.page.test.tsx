import { terms } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import TermsPage from './terms.page.tsx';

it('counts one subject as one on a phone', async () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) =>
    Object.assign(wide(query), { matches: query.includes('max-width') });
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/terms': () =>
      reply(terms.listTerms, [
        {
          id: '1',
          name: 'Autumn',
          startsOn: '2026-08-01',
          endsOn: '2026-12-20',
          state: 'open',
          subjects: 1,
          canReopen: false,
          closedBy: null,
          closedAt: null,
          closingReason: null,
          firstClassOn: null,
          lastClassOn: null,
          version: 1,
        },
      ]),
  });
  await renderPage(TermsPage);
  expect(await screen.findByText('1 Aug 2026 – 20 Dec 2026 · 1 subject')).toBeDefined();
});
