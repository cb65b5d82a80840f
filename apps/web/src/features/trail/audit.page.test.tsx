import { trail } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AuditPage from './audit.page.tsx';

it('says how many entries there are only once it knows', async () => {
  const message = 'More than 200 match. Write more of the name.';
  fakeServer({
    'GET /api/trail': () => refusal({ error: 'malformed', message }),
    'GET /api/trail/state': () => reply(trail.trailState, null),
  });
  await renderPage(AuditPage, '/?who=a');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByText('0 entries')).toBeNull();
});
