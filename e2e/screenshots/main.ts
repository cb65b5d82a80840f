import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startDemoCampus } from '../support/demo-campus.ts';

const images = join(import.meta.dirname, '../../docs/images');
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly person: 'admin' | 'teacher' | 'student';
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** What a person would have done before. */
  readonly before?: (page: Page) => Promise<void>;
}

/** Marks the first students of the class; one of them and a later one as absent. */
const markSome = async (page: Page): Promise<void> => {
  // Two per student: present, absent.
  const radios = page.getByRole('main').getByRole('radio');
  for (const [student, mark] of 'PPAPPPPAP'.split('').entries())
    await radios.nth(2 * student + (mark === 'A' ? 1 : 0)).check({ force: true });
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
};

const pictures: readonly Picture[] = [
  {
    name: 'mark-attendance',
    person: 'teacher',
    path: '/teacher/attendance',
    viewport: wide,
    before: markSome,
  },
  {
    name: 'mark-attendance-phone',
    person: 'teacher',
    path: '/teacher/attendance',
    viewport: phone,
    before: markSome,
  },
  {
    name: 'student-attendance',
    person: 'student',
    path: '/student/attendance',
    viewport: wide,
  },
];

const signIn = async (page: Page, origin: string, person: Picture['person']): Promise<void> => {
  await page.goto(`${origin}/signin`);
  await page.getByLabel('University Email').fill(`${person}@example.edu`);
  await page.getByLabel('Password', { exact: true }).fill('campus-demo-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`**/${person}/dashboard`);
};

const take = async (browser: Browser, origin: string, picture: Picture): Promise<void> => {
  const context = await browser.newContext({
    viewport: picture.viewport,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await signIn(page, origin, picture.person);
  await page.goto(origin + picture.path);
  await page.waitForLoadState('networkidle');
  await picture.before?.(page);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  // Screens have few colours: a palette halves the file without visible loss.
  await sharp(png)
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(images, `${picture.name}.png`));
  await context.close();
  console.log(`docs/images/${picture.name}.png`);
};

mkdirSync(images, { recursive: true });
const campus = await startDemoCampus();
const executablePath = process.env['CHROME_PATH'];
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const picture of pictures) await take(browser, campus.origin, picture);
} finally {
  await browser.close();
  await campus.stop();
}
