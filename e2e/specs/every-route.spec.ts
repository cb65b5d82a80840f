import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { overflows } from '../support/axe.ts';
import { expect, openMenu, type Persona, test } from '../support/campus.ts';

/** The application's own list of its pages. By a computed address, as its types need the browser's compiler. */
const listed = pathToFileURL(join(import.meta.dirname, '../../apps/web/src/app/pages.ts')).href;
const { pages } = (await import(listed)) as {
  readonly pages: Readonly<Record<Persona, Readonly<Record<string, unknown>>>>;
};

/** Pages without a link, which other tests open from a menu. */
const behindMenus = { admin: ['library/import'], teacher: [], student: [] };

/** The route of an address below the area, in the router's notation; one without parameters is preferred. */
const routeOf = (persona: Persona, address: string): string | undefined => {
  const [path = ''] = address.split(/[?#]/);
  const parts = path.split('/').slice(2);
  const fits = (route: string): boolean => {
    const own = route.split('/');
    return (
      own.length === parts.length && own.every((part, n) => part[0] === '$' || part === parts[n])
    );
  };
  const parameters = (route: string): number => route.split('$').length;
  return Object.keys(pages[persona])
    .filter(fits)
    .toSorted((a, b) => parameters(a) - parameters(b))[0];
};

/** Goes to another page of the application, and checks it once it has taken the place of the former one. */
const go = async (page: Page, by: () => Promise<unknown>): Promise<void> => {
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-former', ''));
  await by();
  await expect(page.locator('h1:not([data-former])')).toHaveCount(1);
  await expectSettled(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body');
};

const expectSettled = async (page: Page): Promise<void> => {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('[data-skeleton], [data-stale]')).toHaveCount(0);
  expect(await overflows(page)).toEqual([]);
};

for (const persona of ['admin', 'teacher', 'student'] as const)
  test(`the ${persona} follows links to every page and back; each fits, and the focus stays`, async ({
    as,
  }) => {
    test.slow();
    const page = await as(persona);
    const menu = page.getByRole('navigation', { name: 'Main' });
    const seen = new Set<string>();

    /** The first visible link to a route not yet seen. */
    const unseenLink = async (within: Locator) => {
      const hrefs = await within
        .locator(`a[href^="/${persona}/"]:visible`)
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const href of hrefs) {
        const route = routeOf(persona, href);
        if (route === undefined || seen.has(route)) continue;
        seen.add(route);
        const link = within.locator(`a[href="${href}"]:visible`).first();
        return { route, click: () => link.click() };
      }
      return undefined;
    };
    const main = page.locator('main');
    /** Follows the links of this page to routes not yet seen, and theirs, and comes back each time. */
    const followLinks = async (): Promise<void> => {
      for (;;) {
        const link = await unseenLink(main);
        if (!link) return;
        await test.step(link.route, async () => {
          await go(page, link.click);
          await followLinks();
          await go(page, () => page.goBack());
        });
      }
    };

    await page.goto(`/${persona}/dashboard`);
    await expectSettled(page);
    seen.add('dashboard');
    for (;;) {
      await followLinks();
      await openMenu(page);
      const link = await unseenLink(menu);
      if (!link) break;
      await test.step(link.route, () => go(page, link.click));
    }
    const unseen = Object.keys(pages[persona]).filter((route) => !seen.has(route));
    expect(unseen).toEqual(behindMenus[persona]);
  });
