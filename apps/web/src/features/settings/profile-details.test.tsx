import { privacy, settings, type Settings } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ProfileDetails } from './profile-details.tsx';

const passwords = { minLength: 8, upperAndLower: false, digit: true, symbol: false };
const stored: Settings = {
  version: 4,
  institution: { name: 'Northfield', address: 'Hill 1', logo: null },
  timezone: 'Europe/Berlin',
  ownTimezone: null,
  startTimezone: 'Europe/Berlin',
  expectedPercentage: 75,
  sessions: { administratorHours: 12, otherDays: 7 },
  fileQuotas: { person: 5, assignment: 100, campus: 1000 },
  passwords,
  leastPasswords: { ...passwords, minLength: 6 },
  untrustedProxy: null,
  teachersNeedFactor: false,
  needToKnow: false,
  absentCountsZero: false,
  retention: { mails: 0, origins: 0, corrections: 0, students: 0, graduates: 0 },
};

type Answers = Parameters<typeof fakeServer>[0];
const working: Answers = {
  'GET /api/settings': () => reply(settings.readSettings, stored),
  'GET /api/settings/history': () =>
    reply(settings.settingsHistory, [
      {
        id: '1',
        changedBy: 'Ruth Adeyemi',
        changedAt: '2026-11-20T10:00:00.000Z',
        field: 'timezone',
        before: 'Asia/Kolkata',
        after: null,
      },
    ]),
};
const Page = () => <ProfileDetails more={<p>More</p>} />;
const open = async (answers: Answers = working) => {
  const seen = fakeServer(answers);
  await renderPage(Page);
  return { seen, user: userEvent.setup() };
};

describe('an administrator', () => {
  it('sees all settings, the texts composed from them, and who changed them', async () => {
    await open();
    expect(await screen.findByText('Northfield')).toBeTruthy();
    for (const text of ['At least 8 characters, a digit', 'Below 75%', 'Hill 1', 'More'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(await screen.findByText('Asia/Kolkata → as started')).toBeTruthy();
  });

  it('is told what to set behind a proxy that Campus does not trust', async () => {
    const untrustedProxy = { header: 'x-forwarded-for', address: '10.0.0.5' };
    await open({
      ...working,
      'GET /api/settings': () => reply(settings.readSettings, { ...stored, untrustedProxy }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('set TRUST_PROXY to it');
  });

  it('changes the name with the version that was read', async () => {
    const { seen, user } = await open({
      ...working,
      'PATCH /api/settings': () =>
        reply(settings.changeSettings, {
          ...stored,
          version: 5,
          institution: { ...stored.institution, name: 'South' },
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit institution' }));
    const name = await screen.findByLabelText('Institution Name');
    await user.clear(name);
    await user.type(name, 'South');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('South')).toBeTruthy();
    const sent = seen.find(({ method }) => method === 'PATCH');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'South', address: 'Hill 1' });
    expect(sent?.ifMatch).toBe('"4"');
  });

  it('is told at the field what the server refuses, and keeps what was typed', async () => {
    const { user } = await open({
      ...working,
      'PATCH /api/settings': () =>
        refusal({
          error: 'invalid',
          message: 'Not so',
          details: [
            { field: 'address', message: 'Address contains characters that cannot be stored' },
          ],
        }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit institution' }));
    await user.type(await screen.findByLabelText('Address'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText(/characters that cannot be stored/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Address')));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Address').value).toBe('Hill 1!');
  });

  it('cannot turn off what the server is configured to require of passwords', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit passwords' }));
    const digit = await screen.findByLabelText<HTMLInputElement>('A digit');
    expect([digit.checked, digit.disabled]).toEqual([true, true]);
  });

  const kept = { mails: 0, origins: 0, corrections: 0, students: 0, graduates: 0 };
  const saving = {
    'PATCH /api/settings': () => reply(settings.changeSettings, { ...stored, version: 5 }),
  };

  it('sees what a retention period removes once it is counted, and cannot save it earlier', async () => {
    const counted = Promise.withResolvers<Response>();
    const { seen, user } = await open({
      ...working,
      ...saving,
      'GET /api/retention': ({ path }) =>
        path.includes('mails=1&') ? counted.promise : reply(privacy.previewRetention, kept),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit retention' }));
    expect(await screen.findByText(/Nothing is older than this/)).toBeTruthy();
    const months = screen.getByLabelText('Sent mails, in months');
    await user.clear(months);
    await user.type(months, '1');
    expect(await screen.findByText(/Counting what is older/)).toBeTruthy();
    expect(screen.queryByText(/Nothing is older/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('being counted');
    counted.resolve(reply(privacy.previewRetention, { ...kept, mails: 1200 }));
    expect(await screen.findByText(/cannot be undone: Sent mails: 1,200/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(seen.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Save and remove 1,200' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(seen.some(({ method }) => method === 'PATCH')).toBe(true);
  });

  it('does not save a retention period that could not be counted, and may have it counted again', async () => {
    let broken = true;
    const { seen, user } = await open({
      ...working,
      ...saving,
      'GET /api/retention': () =>
        broken
          ? refusal({ error: 'unavailable', message: 'Too much at once' })
          : reply(privacy.previewRetention, kept),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit retention' }));
    expect(await screen.findByText(/Too much at once/)).toBeTruthy();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Nothing is older than this/)).toBeTruthy();
    expect(seen.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not keep data for ever because a retention period was left blank', async () => {
    const { seen, user } = await open({
      ...working,
      'GET /api/retention': () => reply(privacy.previewRetention, kept),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit retention' }));
    await user.clear(await screen.findByLabelText('Sent mails, in months'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter a whole number from 0 to 120')).toBeTruthy();
    expect(seen.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('tries again when the settings could not be loaded', async () => {
    let broken = true;
    const { user } = await open({
      ...working,
      'GET /api/settings': () =>
        broken
          ? refusal({ error: 'forbidden', message: 'Not yours' })
          : reply(settings.readSettings, stored),
    });
    expect(await screen.findByText('Not yours')).toBeTruthy();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Northfield')).toBeTruthy();
  });
});
