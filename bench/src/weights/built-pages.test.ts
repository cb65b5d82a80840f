import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  assetsOf,
  frameOf,
  pageText,
  scriptOf,
  sentText,
  total,
  withImports,
} from './built-pages.ts';

/** The fonts of the first view; those for other letters and figures are requested on demand. */
const firstFonts = /^(besley-headings|hanken-english)-[^-]*\.woff2$/;

const shell = withImports(assetsOf(pageText('app'), 'js'));

test.each(['signin', 'signin+university'])(
  'the %s page is at most 73 kB with its picture and fonts, 15 kB of it scripts, leaving 2 kB for headers',
  (file) => {
    // The application is fetched once a person starts typing.
    const page = pageText(file).replaceAll(/<link data-application[^>]*>/g, '');
    const scripts = total(withImports(assetsOf(page, 'js')));
    const fonts = [...assetsOf(page, 'woff2')].filter((name) => firstFonts.test(name));
    const pictures = assetsOf(page, 'svg');
    expect([fonts.length, pictures.size]).toEqual([2, 1]);
    expect(scripts).toBeGreaterThan(10_000);
    expect(scripts).toBeLessThanOrEqual(15_000);
    expect(sentText(page) + scripts + total(fonts) + total(pictures)).toBeLessThanOrEqual(73_000);
  },
);

test('the landing page fetches no script', () => {
  expect([...assetsOf(pageText('index'), 'js')]).toEqual([]);
});

test.each(['index', 'signin', 'signin+university', 'set-password', 'setup'])(
  'the first view of %s is in the page itself, and fits into the first round trip of a connection',
  (name) => {
    const page = pageText(name);
    expect(page).toContain('<h1');
    expect(page).not.toMatch(/<link[^>]*rel="stylesheet"/);
    expect(page).not.toMatch(/<script[^>]*src=/);
    expect(sentText(page)).toBeLessThan(14_000);
  },
);

test('the first frame of a page behind the sign-in waits for no style, no font and no script', () => {
  const page = pageText('app');
  expect(page).not.toMatch(/<link[^>]*rel="(stylesheet|preload|modulepreload)"|<script[^>]*src=/);
  // Whichever file comes first, base styles never override Mantine's components.
  expect(page.split('</head>')[0]).toMatch(/@layer base, ?mantine;/);
  const order = ['id="first-frame"', 'data-late="stylesheet"', 'data-boot="/assets/'];
  const places = order.map((what) => page.indexOf(what));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  for (const late of ['preload', 'modulepreload'])
    expect(page).toContain(`<link data-late="${late}"`);
  expect(sentText(page)).toBeLessThan(3000);
});

test.each([
  ['/admin/dashboard', 'Overview'],
  ['/teacher/dashboard', 'Welcome, {name}!'],
  ['/student/dashboard', 'Welcome, {name}!'],
  ['/teacher/attendance', 'Mark Attendance'],
])('the first frame of %s shows %s', (address, heading) => {
  expect(frameOf(address)).toContain(heading);
});

test.each(['admin-dashboard', 'teacher-dashboard', 'student-dashboard'])(
  '%s needs at most 230 kB of scripts to be usable',
  (name) => {
    const scripts = new Set([...shell, ...withImports([scriptOf(name)])]);
    expect(total(scripts)).toBeLessThanOrEqual(230_000);
  },
);

test('the marking page leaves 80 of its 290 kB for everything but scripts', () => {
  const scripts = new Set([...shell, ...withImports([scriptOf('mark-attendance')])]);
  expect(total(scripts)).toBeLessThanOrEqual(210_000);
});

test('charts and PDF are loaded only by pages that need them, Zod by none', () => {
  const assets = join(import.meta.dirname, '../../../apps/web/dist/assets');
  const holding = (trace: string): string[] =>
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .filter((name) => readFileSync(join(assets, name), 'utf8').includes(trace));
  const marking = new Set([...shell, ...withImports([scriptOf('mark-attendance')])]);
  expect(holding('ZodError')).toEqual([]);
  for (const trace of ['easeOutQuart', 'GlobalWorkerOptions']) {
    expect(holding(trace).length, trace).toBeGreaterThan(0);
    expect(
      holding(trace).filter((name) => marking.has(name)),
      trace,
    ).toEqual([]);
  }
});
