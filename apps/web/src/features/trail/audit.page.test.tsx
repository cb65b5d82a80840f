import { trail } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../testing/fake-server.ts';
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

it('shows what a newer version has recorded under its own name', async () => {
  const entry = {
    id: '7',
    at: '2026-11-03T08:00:00.000000Z',
    kind: 'moon_visited',
    role: 'admin',
    who: 'Ruth Adeyemi',
    about: 'Eve Laurent',
    within: null,
    address: null,
    browser: null,
    requestId: null,
    count: null,
    changes: [],
  };
  fakeServer({
    'GET /api/trail': () => replyOutsideContract(200, [entry]),
    'GET /api/trail/state': () => reply(trail.trailState, null),
  });
  await renderPage(AuditPage, '/');
  expect(await screen.findByText('did “moon_visited”:', { exact: false })).toBeTruthy();
});
