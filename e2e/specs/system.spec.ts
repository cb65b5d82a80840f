import { readFile } from 'node:fs/promises';
import type { System } from '@campus/contract';
import { expect, expectGoodPage, openMenu, showScheme, test } from '../support/campus.ts';

const at = '2026-11-02T09:12:00.000Z';
const wrong: System = {
  version: '1.9.2',
  startedAt: '2026-11-01T02:14:00.000Z',
  lookedAt: '2026-11-02T10:00:00.000Z',
  problems: [
    {
      topic: 'Mail',
      urgency: 'now',
      title: 'Mails do not go out',
      since: at,
      text: 'Invalid login: 535 5.7.8. 14 wait, 9 of them invitations. Nothing is lost.',
      toDo: 'Check SMTP_URL. Waiting mails are then sent automatically.',
    },
    {
      topic: 'Data folder',
      urgency: 'soon',
      title: 'The disk is nearly full',
      since: null,
      text: 'Only 0.9 GB of 160.0 GB are free at /var/lib/campus.',
      toDo: 'Free some space, or move it to a larger disk.',
    },
  ],
  backup: { takenAt: at, bytes: 4.2e9, kept: 14, everyHours: 24, nextAt: null },
  mails: { waiting: 14, waitingSince: at, sent: 312, refused: 3 },
  peopleWithin15Minutes: 186,
  connections: { used: 3, most: 16 },
  errors: 2,
  jobs: [
    {
      name: 'Mails and accounts',
      does: 'Sends what waits',
      lastRun: at,
      tookMs: 400,
      nextRun: null,
      failingSince: at,
    },
  ],
};

test('an administrator is told that nothing is wrong, or what is wrong and what to do', async ({
  as,
}) => {
  const page = await as('admin');
  await page.goto('/admin/system');
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Jobs' })).toContainText('Withdrawals');
  await expectGoodPage(page);

  await page.route('**/api/system', (route) => route.fulfill({ json: wrong }));
  await page.reload();
  const problems = page.getByRole('region', { name: 'Two things need you' });
  await expect(problems).toContainText('1 stops people');
  await expect(problems.getByRole('listitem')).toHaveText([
    /^Mails do not go out since today, \d\d:12.*14 wait.*What to do: Check SMTP_URL/,
    /^The disk is nearly full.*What to do: Free some space/,
  ]);
  await expect(page.getByRole('region', { name: 'Mails' })).toContainText('14 waiting');
  await expect(page.getByRole('region', { name: 'Last backup' })).toContainText('4.2 GB');
  await expect(page.getByRole('region', { name: 'In use now' })).toContainText('186 people');
  await expect(page.getByText('Failing since today')).toBeVisible();
  // Visible even where a job is shown as a line.
  const said = await page.getByText('Last run', { exact: true }).boundingBox();
  expect(said?.width).toBeGreaterThan(20);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a report for support' }).click();
  const report = await saving;
  expect(report.suggestedFilename()).toBe('campus-system-2026-11-02.json');
  expect(JSON.parse(await readFile(await report.path(), 'utf8'))).toMatchObject(wrong);
  await page.getByRole('button', { name: 'Copy for the operator: Mails do not go out' }).focus();
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);
});

test('people who are not administrators cannot see the page', async ({ as }) => {
  const page = await as('teacher');
  await page.goto('/teacher/dashboard');
  await openMenu(page);
  await expect(page.getByRole('link', { name: 'Students', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'System', exact: true })).toHaveCount(0);
});
