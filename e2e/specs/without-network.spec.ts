import type { Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import {
  anyWidth,
  expect,
  password,
  people,
  signIn,
  signInByForm,
  test,
} from '../support/campus.ts';
import { openClass, radioAt, showClass, storedMarks, submit } from '../support/classes.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

/** A browser in which Campus may install its service worker. */
const installed = { serviceWorkers: 'allow' } as const;

/** Names of the replies kept on the device. */
const keptNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening a database that does not exist would create it without its store.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'campus-today')) return [];
    return new Promise<string[]>((resolve) => {
      const opened = indexedDB.open('campus-today');
      opened.onsuccess = () => {
        const names = opened.result.transaction('replies').objectStore('replies').getAllKeys();
        names.onsuccess = () => resolve(names.result.map(String));
      };
    });
  });

test('a teacher reloads without a network and marks a class of today, which is submitted when the network is back', async ({
  adminApi,
  as,
}) => {
  const klass = await openClass(adminApi);
  const page = await as('teacher', installed);
  await showClass(page, klass);
  await expect
    .poll(async () => (await keptNames(page)).join())
    .toContain(`roster ${klass.date}:${klass.subjectId}`);
  await page.mouse.move(40, 40);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await page.context().setOffline(true);
  await page.reload();
  await page.getByLabel('Subject').selectOption(klass.subjectId);
  await radioAt(page, 2, 'Absent').check();
  await page.getByRole('button', { name: 'Mark the rest present' }).click();
  await submit(page);
  await expect(page.getByText(/^Submission failed: no connection\./)).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText(/^Your connection is back\. .* was submitted\.$/)).toBeVisible();
  const stored = await storedMarks(page.request, klass);
  expect(stored.flatMap(({ present }, index) => (present === false ? [index] : []))).toEqual([2]);
});

test(
  'a teacher of two sections who has opened neither marks the second one after a reload without a network',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const path = `/subjects/${klass.subjectId}`;
    const name = 'Two Sections';
    const assistant = await addPersonWithPassword(adminApi, 'teacher', name, password);
    const sections: string[] = [];
    for (const section of ['A', 'B', 'C']) {
      const added = await callApi<{ sections: { id: string }[] }>(
        adminApi,
        'POST',
        `${path}/sections`,
        { name: section },
      );
      sections.push(added.sections.at(-1)?.id ?? '');
    }
    await callApi(adminApi, 'POST', `${path}/sections/divide`);
    for (const sectionId of sections.slice(0, 2)) {
      const helper = { email: assistant.email, kind: 'assistant', mayMark: true, sectionId };
      await callApi(adminApi, 'POST', `${path}/helpers`, { ...helper, fromOn: klass.date });
    }
    const [inB] = await callApi<{ studentName: string }[]>(
      adminApi,
      'GET',
      `/attendance/subject/${klass.subjectId}/date/${klass.date}?section=${sections[1]}`,
    );
    const page = await as('teacher', installed);
    await signIn(page, assistant);
    await page.goto('/teacher/dashboard');
    await expect(page.getByRole('heading', { name: 'Welcome, Two Sections!' })).toBeVisible();
    await page.mouse.move(40, 40);
    const rosters = sections
      .slice(0, 2)
      .map((id) => `roster ${klass.date}:${klass.subjectId}:${id}`);
    await expect
      .poll(async () => (await keptNames(page)).filter((kept) => kept.startsWith('roster')))
      .toEqual(rosters.toSorted());
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));

    await page.context().setOffline(true);
    await page.goto('/teacher/attendance');
    await page.getByLabel('Section').selectOption({ label: 'B' });
    const student = page.getByRole('radiogroup', { name: new RegExp(inB?.studentName ?? 'none') });
    await student.getByRole('radio', { name: 'Present' }).check();
  },
);

test(
  'a teacher’s stored data is deleted at sign-out, after a day, and when another person signs in',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const page = await as('teacher', installed);
    await showClass(page, klass);
    await expect.poll(() => keptNames(page)).toContainEqual(expect.stringMatching(/^roster/));
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    expect(await keptNames(page)).toEqual([]);

    await signInByForm(page, people.teacher.email, password);
    await showClass(page, klass);
    await expect.poll(() => keptNames(page)).toContainEqual(expect.stringMatching(/^roster/));
    await signIn(page, { ...people.student, password });
    await page.goto('/student/dashboard');
    await expect.poll(() => keptNames(page)).toEqual([]);

    await signIn(page, { ...people.teacher, password });
    await showClass(page, klass);
    await expect.poll(() => keptNames(page)).toContainEqual(expect.stringMatching(/^roster/));
    await page.mouse.move(40, 40);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // A page that is still loading rosters would keep them with tomorrow's time.
    await page.goto('about:blank');
    await page.context().setOffline(true);
    await page.clock.setFixedTime(Date.now() + 25 * 60 * 60_000);
    await page.goto('/teacher/attendance');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.poll(() => keptNames(page)).toEqual([]);
  },
);

test(
  'an installed Campus opens the dashboard, or the sign-in page',
  anyWidth,
  async ({ page, as }) => {
    await page.goto('/start');
    await expect(page).toHaveURL(/\/signin$/);
    const student = await as('student');
    const manifest = await (await student.request.get('/manifest.webmanifest')).json();
    await student.goto(manifest.start_url);
    await expect(student).toHaveURL(/\/student\/dashboard$/);
    for (const { src, type } of manifest.icons) {
      const icon = await student.request.get(src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
    }
  },
);

/** Watches from a blank page, which no service worker controls, so that it is no tab of any release. */
const watchActivation = async (blank: Page, script: string) => {
  const browser = await blank.context().newCDPSession(blank);
  const activated = new Promise<void>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some((one) => one.scriptURL.endsWith(script) && one.status === 'activated'))
        resolve();
    });
  });
  await browser.send('ServiceWorker.enable');
  return { activated };
};

test(
  'a new release waits for the last tab of the former one, and keeps what is typed',
  anyWidth,
  async ({ as }) => {
    const first = await as('teacher', installed);
    const context = first.context();
    const title = (tab: Page) => tab.getByRole('textbox', { name: 'Title' });
    await first.goto('/teacher/assignments');
    await expect(title(first)).toBeVisible();
    await first.mouse.move(40, 40);
    await first.evaluate(async () => void (await navigator.serviceWorker.ready));

    // An idle tab of this release: it does not check for a new release by itself.
    const page = await context.newPage();
    await page.goto('/teacher/assignments');
    await title(page).fill('An essay on tides');
    await first.close();
    // The same script at another address counts as another release, and each release has its own cache.
    const release = '/service-worker.js?release=next';
    await page.evaluate(async () => void (await caches.open('campus-former')));
    await page.evaluate((next) => void navigator.serviceWorker.register(next), release);
    const workers = () =>
      page.evaluate(async () => {
        const { active, waiting } = await navigator.serviceWorker.ready;
        return [active, waiting].map((worker) => worker && new URL(worker.scriptURL).search);
      });
    await expect.poll(workers).toEqual(['', '?release=next']);
    await expect(title(page)).toHaveValue('An essay on tides');
    expect(await page.evaluate(() => caches.has('campus-former'))).toBe(true);
    await title(page).fill('An essay on tides and moons');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .toContain('An essay on tides and moons');

    // Asks the browser: Playwright may lose track of the worker while it takes over.
    const { activated } = await watchActivation(await context.newPage(), release);
    await page.close();
    await activated;
    const later = await context.newPage();
    await later.goto('/teacher/assignments');
    await expect(title(later)).toHaveValue('An essay on tides and moons');
    expect(
      await later.evaluate(
        () => new URL(navigator.serviceWorker.controller?.scriptURL ?? '').search,
      ),
    ).toBe('?release=next');
    // The previous release's files were deleted when the new one took over.
    expect(await later.evaluate(() => caches.has('campus-former'))).toBe(false);
  },
);
