import type { Locator, Page } from '@playwright/test';
import { bearer } from '../support/call-api.ts';
import { anyWidth, expect, expectGoodPage, people, showScheme, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { blankPages } from '../support/pdf.ts';

const calendarName = /^academic-calendar-.*\.pdf$/;
const openCalendar = /^Open academic-calendar-.*\.pdf$/;
const pdfNamed = (name: string, text = 'x') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${text}\n%%EOF`),
});

/** The frame with the pages of a file; clicking it opens the file. */
const pdfFrame = (within: Page | Locator, name: RegExp | string): Locator =>
  within.getByRole('link', { name });
/** The reply while there is no calendar. */
const none = { contentType: 'application/json', body: 'null' };
const inDark = async (page: Page): Promise<void> => {
  await showScheme(page, 'dark');
  await expectGoodPage(page);
  await showScheme(page, 'light');
};
test.describe('the academic calendar of a teacher', () => {
  test('is shown in a frame with its file name, and can be downloaded', async ({ as }, {
    project,
  }) => {
    const page = await as('teacher');
    await page.goto('/teacher/events');
    const open = pdfFrame(page, openCalendar);
    const frame = page.locator('main').locator('div', { has: open }).last().locator('..');
    await expect(open).toBeVisible();
    const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {};
    const around = (await page.getByRole('region', { name: 'Academic Calendar' }).boundingBox())!;
    expect(width / (around.width - 42)).toBeCloseTo(project.name === 'phone' ? 1 : 0.8, 1);
    // Including the border; on a phone as high as its page.
    if (project.name !== 'phone') expect(Math.round(height)).toBe(598);
    await expectGoodPage(page);
    await inDark(page);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(calendarName);
  });

  test('is drawn page by page on a pale background, opens with a tap and is skipped with one key', async ({
    as,
  }) => {
    const page = await as('teacher');
    await page.goto('/teacher/events');
    const drawn = page.getByRole('figure', { name: 'Page 1 of 1' });
    await expect(drawn).toContainText('Mid-semester examinations');
    // Paper is white in both schemes, and something is printed on it.
    const colours = await drawn.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, Math.floor(canvas.height / 2));
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4) seen.add(data[at] ?? 0);
      return { corner: Array.from(data.slice(0, 3)), shades: seen.size };
    });
    expect(colours.corner).toEqual([255, 255, 255]);
    expect(colours.shades).toBeGreaterThan(20);
    const download = page.getByRole('link', { name: 'Download PDF' });
    const open = pdfFrame(page, openCalendar);
    // A browser without a PDF viewer downloads the file instead of showing it in the tab.
    await expect(open).toHaveAttribute('href', /^blob:/);
    const opened = page.waitForEvent('popup');
    await open.click();
    await (await opened).close();
    await download.focus();
    await page.keyboard.press('Tab');
    await expect(open).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus').or(open)).not.toBeFocused();
    await expectGoodPage(page);
    await inDark(page);
  });

  test('a long file shows its first pages on a phone, and all of them when asked', async ({
    as,
    hasTouch,
  }) => {
    const page = await as('teacher');
    await page.route('**/api/calendar', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: blankPages(5) }),
    );
    await page.goto('/teacher/events');
    if (hasTouch) {
      await expect(page.getByRole('figure')).toHaveCount(3);
      await page.getByRole('button', { name: 'Show all 5 pages' }).click();
    }
    await expect(page.getByRole('figure')).toHaveCount(5);
    await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(0);
    await expectGoodPage(page);
  });

  test('a file that cannot be drawn can still be downloaded', anyWidth, async ({ as }) => {
    const page = await as('teacher');
    await page.route('**/api/calendar', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.4 broken' }),
    );
    await page.goto('/teacher/events');
    await expect(page.getByText('This file cannot be shown here.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  });

  test('loads, is missing, or cannot be reached', async ({ as }) => {
    const page = await as('teacher');
    const release = await delayRequests(page, '**/api/calendar/info', none);
    await page.goto('/teacher/events');
    await expect(page.getByText('Loading calendar...')).toBeVisible();
    release();
    await expect(page.getByText('No calendar available.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expectGoodPage(page);

    await page.unroute('**/api/calendar/info');
    await page.route('**/api/calendar', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('No calendar available.')).toBeVisible();
    await page.unroute('**/api/calendar');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pdfFrame(page, openCalendar)).toBeVisible();
  });
});

test.describe('the academic calendar of an administrator', () => {
  /** The calendar before the test: the specs share one campus. */
  let kept: { file: { name: string; mimeType: string; buffer: Buffer }; title: string };

  test.beforeEach(async ({ adminApi }) => {
    const answer = await adminApi.get('/api/calendar', { headers: await bearer(adminApi) });
    const { 'content-disposition': disposition = '', 'x-calendar-title': title = '' } =
      answer.headers();
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
    kept = {
      file: { name, mimeType: 'application/pdf', buffer: await answer.body() },
      title: decodeURIComponent(title),
    };
    expect(name).toMatch(calendarName);
  });
  test.afterEach(async ({ adminApi }) => {
    await adminApi.post('/api/calendar', { headers: await bearer(adminApi), multipart: kept });
  });

  test('is as high as its page on a phone', async ({ as, hasTouch }) => {
    test.skip(!hasTouch, 'Elsewhere it scrolls in its frame.');
    const page = await as('admin');
    await page.goto('/admin/events');
    const paper = page.getByRole('figure', { name: 'Page 1 of 1' });
    await expect(paper).toContainText('Mid-semester examinations');
    const below = await paper.evaluate((shown) => {
      const card = shown.closest('[aria-labelledby]');
      const [ofCard, ofPaper] = [card, shown].map((one) => one?.getBoundingClientRect().bottom);
      return { card: card?.querySelector('h2')?.textContent, by: Number(ofCard) - Number(ofPaper) };
    });
    expect(below).toEqual({ card: 'Academic Calendar', by: expect.any(Number) });
    expect(below.by).toBeLessThan(40);
  });

  test('is shown, replaced, and seen by everybody', async ({ as }) => {
    const page = await as('admin');
    await page.goto('/admin/events');
    const card = page.getByRole('region', { name: 'Academic Calendar' });
    await expect(pdfFrame(card, 'Open Academic Calendar')).toBeVisible();
    await expectGoodPage(page);
    await card.getByRole('button', { name: 'Update Calendar' }).click();

    const dialog = page.getByRole('dialog', { name: 'Update Academic Calendar' });
    const title = dialog.getByLabel('Calendar title');
    await expect(title).toHaveValue('Academic Calendar');
    await expect(title).toBeFocused();
    expect((await dialog.boundingBox())!.width).toBeLessThanOrEqual(500);
    await expectGoodPage(page);
    await inDark(page);

    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please select a file to upload');
    const picker = dialog.getByLabel('PDF file');
    await picker.setInputFiles({
      name: 'dates.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('dates'),
    });
    await expect(dialog.getByRole('alert')).toHaveText('Please select a valid PDF file');
    await picker.setInputFiles(pdfNamed('学年历 2026.pdf', 'y'.repeat(1500)));
    await expect(dialog.getByText('学年历 2026.pdf')).toBeVisible();
    await expect(dialog.getByText('1.5 KB')).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);

    await title.fill('学年历 & “plan”');
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/calendar', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
    // What it says is gone a moment later: it closes by itself.
    const said = await dialog.evaluateHandle((shown) => {
      const texts: (string | undefined)[] = [];
      new MutationObserver(() =>
        texts.push(shown.querySelector('[role="status"]')?.textContent),
      ).observe(shown, { subtree: true, childList: true });
      return texts;
    });
    release();
    await expect(dialog).toBeHidden();
    expect(await said.jsonValue()).toContain('Calendar updated successfully!');
    const renamed = page.getByRole('region', { name: '学年历 & “plan”' });
    await expect(pdfFrame(renamed, 'Open 学年历 & “plan”')).toBeVisible();
    await expect(renamed.getByRole('button', { name: 'Update Calendar' })).toBeFocused();

    const teacher = await as('teacher');
    await teacher.goto('/teacher/events');
    await expect(pdfFrame(teacher, 'Open 学年历 2026.pdf')).toBeVisible();
  });

  test('an upload that fails can be tried again; the backdrop closes the window', async ({
    as,
    expected,
  }) => {
    expected.refusals.push(/^500 .*\/api\/calendar$/, /^415 .*\/api\/calendar$/);
    const page = await as('admin');
    await page.goto('/admin/events');
    await page.getByRole('button', { name: 'Update Calendar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('PDF file').setInputFiles(pdfNamed('plan.pdf'));

    const failed = 'Failed to upload calendar. Please try again.';
    await page.route('**/api/calendar', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(failed);
    await page.unroute('**/api/calendar');
    await page.route('**/api/calendar', (route) => route.fulfill({ status: 500, json: {} }));
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(failed);
    await expectGoodPage(page);
    await page.unroute('**/api/calendar');

    // Named like a PDF but none: the server checks the content.
    const called = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('text') };
    await dialog.getByLabel('PDF file').setInputFiles(called);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please select a valid PDF file');

    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Update Calendar' }).click();
    await expect(dialog.getByText('No file selected')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  });

  test('can be uploaded if there is none yet', async ({ as }) => {
    const page = await as('admin');
    await page.route('**/api/calendar/info', (route) => route.fulfill(none));
    await page.goto('/admin/events');
    await expect(page.getByText('No calendar available', { exact: true })).toBeVisible();
    await expectGoodPage(page);
    await inDark(page);
    await page.getByRole('button', { name: 'Upload Calendar' }).click();
    await expect(page.getByRole('dialog', { name: 'Update Academic Calendar' })).toBeVisible();
  });
});

test('only administrators can upload a calendar', anyWidth, async ({ as }) => {
  const page = await as('student');
  const answer = await page.request.post('/api/calendar', {
    headers: await bearer(page.request),
    multipart: { file: pdfNamed('mine.pdf') },
  });
  expect({ status: answer.status(), by: people.student.role }).toEqual({
    status: 403,
    by: 'student',
  });
});
