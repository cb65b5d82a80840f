import { type Correction, corrections } from '@campus/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminCorrectionsPage from './admin-corrections.page.tsx';

const address = { field: 'address', was: 'Quad 1', now: 'Quad 1', proposed: 'Quad 2' } as const;
const ask = (id: string, name: string, more: Partial<Correction> = {}): Correction => ({
  id,
  student: { email: `${name.toLowerCase()}@example.edu`, name, rollNo: null },
  changes: [address],
  reason: 'They moved.',
  state: 'open',
  requestedBy: 'Meera Nair',
  requestedAt: '2026-11-19T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  note: null,
  seen: false,
  ...more,
});

/** A server with these requests, each of which is removed when decided. */
const serverWith = (requests: Correction[], answers: Parameters<typeof fakeServer>[0] = {}) => {
  const open = [...requests];
  const decided = (one: Correction, state: 'approved' | 'refused') => () => {
    open.splice(open.indexOf(one), 1);
    const endpoint =
      state === 'approved' ? corrections.approveCorrection : corrections.refuseCorrection;
    return reply(endpoint, { ...one, state });
  };
  return fakeServer({
    'GET /api/corrections': () =>
      reply(corrections.listCorrections, open, { 'x-total-count': String(open.length) }),
    'GET /api/corrections/open/count': () => reply(corrections.countOpen, open.length),
    ...Object.fromEntries(
      requests.flatMap((one) => [
        [`POST /api/corrections/${one.id}/approve`, decided(one, 'approved')],
        [`POST /api/corrections/${one.id}/refuse`, decided(one, 'refused')],
      ]),
    ),
    ...answers,
  });
};
const sent = (seen: ReturnType<typeof serverWith>) =>
  seen
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);
/** How often the list was read. */
const readsIn = (seen: ReturnType<typeof serverWith>): number =>
  seen.filter(({ path }) => path.startsWith('/api/corrections?')).length;
const item = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li') ?? document.body);
};
const press = (within_: Awaited<ReturnType<typeof item>>, name: string) =>
  userEvent.click(within_.getByRole('button', { name }));

it('shows who asks, why, and what would change', async () => {
  serverWith([ask('1', 'Ada')]);
  await renderPage(AdminCorrectionsPage);
  const ada = await item('Ada');
  expect(ada.getByText('Asked by Meera Nair on 19 Nov 2026')).toBeDefined();
  expect(ada.getByText('They moved.')).toBeDefined();
  expect(ada.getByText('Quad 1')).toBeDefined();
  expect(ada.getByText('Quad 2')).toBeDefined();
  expect(screen.getByRole('tab', { name: /Open\s*1/ })).toBeDefined();
});

it('reads the list again once the number of requests has changed, not before: each read is recorded', async () => {
  const requests = [ask('1', 'Ada')];
  const seen = fakeServer({
    'GET /api/corrections': () =>
      reply(corrections.listCorrections, requests, { 'x-total-count': String(requests.length) }),
    'GET /api/corrections/open/count': () => reply(corrections.countOpen, requests.length),
  });
  const { client } = await renderPage(AdminCorrectionsPage);
  await item('Ada');
  const countAgain = () =>
    act(() => client.refetchQueries({ queryKey: [corrections.countOpen.path] }));
  await countAgain();
  expect(readsIn(seen)).toBe(1);
  requests.push(ask('2', 'Eve'));
  await countAgain();
  await item('Eve');
  expect(readsIn(seen)).toBe(2);
});

it('approves what is on screen; the request disappears and the list has the focus', async () => {
  const seen = serverWith([ask('1', 'Ada'), ask('2', 'Eve')]);
  await renderPage(AdminCorrectionsPage);
  await press(await item('Ada'), 'Approve');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ada' })).toBeNull());
  expect(sent(seen)).toEqual([['/api/corrections/1/approve', { seen: { address: 'Quad 1' } }]]);
  // Once before the decision and once after it: each read is recorded.
  await screen.findByRole('tab', { name: /Open\s*1/ });
  expect(readsIn(seen)).toBe(2);
  await waitFor(() =>
    expect(
      document.activeElement?.contains(screen.getByRole('list', { name: 'Requests, open' })),
    ).toBe(true),
  );
  expect(document.activeElement).not.toBe(document.body);
});

it('asks why a request is refused', async () => {
  const seen = serverWith([ask('1', 'Ada')]);
  await renderPage(AdminCorrectionsPage);
  await press(await item('Ada'), 'Refuse');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Refuse the request about Ada' }),
  );
  await press(dialog, 'Refuse');
  expect(await dialog.findByText('Please say why')).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/Why is it refused/), 'That is the parents’ address.');
  await press(dialog, 'Refuse');
  expect(await screen.findByText('No request waits for a decision')).toBeDefined();
  expect(sent(seen)).toEqual([
    ['/api/corrections/1/refuse', { note: 'That is the parents’ address.' }],
  ]);
});

it('shows the current values when a record has changed since the request', async () => {
  serverWith([ask('1', 'Ada', { changes: [{ ...address, now: 'Quad 9' }] })]);
  await renderPage(AdminCorrectionsPage);
  const ada = await item('Ada');
  expect(ada.getByText('Quad 9')).toBeDefined();
  expect(ada.getByText(/Changed since the request; it said then Quad 1/)).toBeDefined();
});

it('decides again, once, on a record that has changed while it was on screen', async () => {
  let answers = 0;
  const seen = serverWith([ask('1', 'Ada')], {
    'POST /api/corrections/1/approve': () => {
      answers += 1;
      return answers === 1
        ? refusal({
            message: 'The record has been changed since.',
            error: 'conflict',
            details: [{ ...address, now: 'Quad 9' }],
          })
        : reply(corrections.approveCorrection, ask('1', 'Ada', { state: 'approved' }));
    },
  });
  await renderPage(AdminCorrectionsPage);
  await press(await item('Ada'), 'Approve');
  const dialog = within(await screen.findByRole('dialog', { name: 'The record has been changed' }));
  expect(dialog.getByText('Quad 9')).toBeDefined();
  const confirm = dialog.getByRole('button', { name: 'Approve anyway' });
  fireEvent.click(confirm, { detail: 1 });
  fireEvent.click(confirm, { detail: 2 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(seen).map(([, body]) => body)).toEqual([
    { seen: { address: 'Quad 1' } },
    { seen: { address: 'Quad 9' } },
  ]);
});

it('shows what was decided, by whom and why', async () => {
  serverWith([
    ask('1', 'Ada', {
      state: 'refused',
      decidedBy: 'Ruth Adeyemi',
      decidedAt: '2026-11-20T12:00:00.000Z',
      note: 'Not hers.',
    }),
  ]);
  const { router } = await renderPage(AdminCorrectionsPage);
  await userEvent.click(screen.getByRole('tab', { name: 'Decided' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ part: 'decided' }));
  const ada = await item('Ada');
  expect(ada.getByText('Refused')).toBeDefined();
  expect(ada.getByText(/by Ruth Adeyemi on 20 Nov 2026/)).toBeDefined();
  expect(ada.getByText('Not hers.')).toBeDefined();
});

it('leaves the next request alone when Approve was double-clicked', async () => {
  const seen = serverWith([ask('1', 'Ada'), ask('2', 'Ben'), ask('3', 'Cleo')]);
  await renderPage(AdminCorrectionsPage);
  const approve = async (name: string, detail: number) =>
    fireEvent.click((await item(name)).getByRole('button', { name: 'Approve' }), { detail });
  const gone = (name: string) =>
    waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
  await approve('Ada', 1);
  await gone('Ada');
  const next = (await item('Ben')).getByRole('button', { name: 'Approve' });
  await waitFor(() => expect(next).toHaveProperty('disabled', false));
  await approve('Ben', 2);
  await approve('Cleo', 1);
  await gone('Cleo');
  expect(sent(seen).map(([path]) => path)).toEqual([
    '/api/corrections/1/approve',
    '/api/corrections/3/approve',
  ]);
});
