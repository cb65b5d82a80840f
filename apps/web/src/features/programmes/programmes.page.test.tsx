import { type Programme, programmes } from '@campus/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { draftName, saveUnsent } from '../../lib/unsent.ts';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import ProgrammesPage from './programmes.page.tsx';

const programme = (id: string, name: string): Programme => ({
  id,
  name,
  code: null,
  version: 1,
  confirmed: true,
  formerly: [],
  people: 1,
  departmentId: null,
  semesters: null,
  branches: [],
});

it('counts a merge again after that has failed', async () => {
  let failing = true;
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/programmes': () =>
      reply(programmes.listProgrammes, {
        programmes: [programme('1', 'B.Sc Physics'), programme('2', 'Chemistry')],
        departments: [],
      }),
    'POST /api/programmes/merge/preview': () =>
      failing
        ? refusal({ error: 'unavailable', message: 'Campus is busy.' })
        : reply(programmes.countMerge, {
            name: 'Chemistry',
            others: ['B.Sc Physics'],
            people: 1,
            subjectAudiences: 0,
            eventAudiences: 0,
          }),
  });
  await renderPage(ProgrammesPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for B.Sc Physics' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Merge into another…' }));
  await userEvent.selectOptions(await screen.findByLabelText('Name that stays'), 'Chemistry');
  expect(await screen.findByText('Campus is busy.')).toBeDefined();
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(/1 student/)).toBeDefined();
  expect(screen.queryByText('Campus is busy.')).toBeNull();
  expect(screen.queryByText(/Please wait a moment/)).toBeNull();
  expect(seen.some(({ path }) => path === '/api/programmes/merge')).toBe(false);
});

it('shows what somebody else has changed meanwhile around what is typed, and then saves both', async () => {
  let stored = programme('1', 'Chemistry');
  const sent: unknown[] = [];
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/programmes': () =>
      reply(programmes.listProgrammes, { programmes: [stored], departments: [] }),
    'PUT /api/programmes/1': ({ ifMatch, body }) => {
      if (ifMatch !== `"${stored.version}"`)
        return refusal({ error: 'conflict', message: 'Someone else has changed Chemistry.' });
      sent.push(JSON.parse(body));
      return reply(programmes.changeProgramme, { id: '1' });
    },
  });
  await renderPage(ProgrammesPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Chemistry' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await userEvent.type(await screen.findByLabelText('Code'), 'CH');
  stored = { ...stored, version: 2, semesters: 6 };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Someone else has changed Chemistry\. The other fields show it now/);
  await waitFor(() => expect(screen.getByLabelText('Semesters')).toHaveProperty('value', '6'));
  expect(screen.getByLabelText('Code')).toHaveProperty('value', 'CH');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ code: 'CH', semesters: 6 }]));
});

it('says of a department chosen earlier that it is there no more', async () => {
  saveUnsent('admin@example.edu', draftName('programme 1'), {
    begun: '2026-11-19T08:00:00.000Z',
    typed: { code: 'CH', departmentId: '9' },
  });
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/programmes': () =>
      reply(programmes.listProgrammes, {
        programmes: [programme('1', 'Chemistry')],
        departments: [],
      }),
    'PUT /api/programmes/1': ({ body }) => {
      sent.push(JSON.parse(body));
      return reply(programmes.changeProgramme, { id: '1' });
    },
  });
  const sent: unknown[] = [];
  await renderPage(ProgrammesPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Chemistry' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const field = await screen.findByLabelText<HTMLSelectElement>('Department');
  expect(field.selectedOptions[0]?.text).toBe('No longer available');
  await userEvent.selectOptions(field, 'None');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ code: 'CH', departmentId: null }]));
});

describe('a dialog stays until the list behind it shows the change', () => {
  /** A change succeeds; the list is then read again, `untilRead`. */
  const pageOf = async (untilRead: Promise<unknown>) => {
    let listed = [programme('1', 'Chemistry'), { ...programme('2', 'Physics'), people: 0 }];
    let read: Promise<unknown> | undefined;
    const store = (next: Programme[]): Response => {
      listed = next;
      read = untilRead;
      return reply(programmes.changeProgramme, { id: '1' });
    };
    fakeServer({
      'GET /api/campus': () => campusReply(),
      'GET /api/programmes': async () => {
        const now = listed;
        await read;
        return reply(programmes.listProgrammes, { programmes: now, departments: [] });
      },
      'PUT /api/programmes/1': () => store([programme('1', 'Chemistry (Hons)')]),
      'DELETE /api/programmes/2': () => {
        store([programme('1', 'Chemistry')]);
        return reply(programmes.deleteProgramme, undefined);
      },
    });
    const { client } = await renderPage(ProgrammesPage);
    return client;
  };
  /** Presses the last button while time stands still. */
  const press = (name: string): void => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name }));
  };
  const edit = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Chemistry' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await userEvent.type(await screen.findByLabelText(/^Name/), ' (Hons)');
    press('Save');
  };
  const remove = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Physics' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByRole('dialog');
    press('Delete');
  };
  const after = (ms: number, state: () => unknown) =>
    expect.poll(async () => {
      await act(async () => void vi.advanceTimersByTime(ms));
      return state();
    });
  const isOpen = (): boolean => screen.queryByRole('dialog') !== null;

  it.each([
    ['form', edit],
    ['question', remove],
  ])('%s', async (_, change) => {
    const read = Promise.withResolvers<undefined>();
    const client = await pageOf(read.promise);
    await change();
    // The change is stored: the list is being read again.
    await after(0, () => client.isFetching()).toBe(1);
    expect(isOpen()).toBe(true);
    read.resolve(undefined);
    await after(0, isOpen).toBe(false);
    expect(client.isFetching()).toBe(0);
  });

  it.each([
    ['form', edit],
    ['question', remove],
  ])('%s, but not if the connection is dead', async (_, change) => {
    const client = await pageOf(new Promise(() => undefined));
    await change();
    await after(0, () => client.isFetching()).toBe(1);
    await after(1500, isOpen).toBe(false);
  });
});
