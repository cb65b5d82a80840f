import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';

// The package's own `source` is twice as long, for every page again.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours; all others find the same in either scheme. */
const ofColours = ['color-contrast', 'link-in-text-block'];
type Rules = 'all' | 'of colours' | 'of all but colours';

/**
 * What axe finds in the page itself, as `rule: elements`. Frames are left out: Campus shows nothing in one.
 */
const audit = async (page: Page, rules: Rules): Promise<readonly string[]> => {
  const off = rules === 'of all but colours' ? ofColours : [];
  const options = {
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    ...(rules === 'of colours' && { runOnly: ofColours }),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (given) => {
    const { axe: inPage } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      elementRef: false,
      // No rule that runs here looks into style sheets.
      preload: { assets: ['media'] },
      ...given,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((one) => one.target).join(' | ')}`,
    );
  }, options);
};

/** What axe finds on a page at rest. */
const violationsOf = async (page: Page, rules: Rules): Promise<readonly string[]> => {
  // A list is dimmed until the next one is there.
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  // Colours on their way from one to another would be measured half-way.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A toast's clock takes seconds, and says them in one colour.
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  const dimmed = await page.evaluateHandle(() => {
    const seen = { is: false };
    new MutationObserver(() => {
      seen.is = true;
    }).observe(document, { subtree: true, attributeFilter: ['data-waiting'] });
    return seen;
  });
  const violations = await audit(page, rules);
  // Asked for again meanwhile, a list was measured as it was dimmed.
  if (violations.length > 0 && (await dimmed.evaluate((seen) => seen.is)))
    return violationsOf(page, rules);
  return violations;
};

/** axe finds nothing by these rules, nothing scrolls sideways, and there is one h1. */
const expectGood = async (page: Page, rules: Rules): Promise<void> => {
  expect(await violationsOf(page, rules)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
  await expect(page.locator('h1')).toHaveCount(1);
};

/** On a phone: buttons and fields that are lower than a thumb needs; a tick counts with its label, in a row with its cell. */
export const lowControls = (page: Page): Promise<readonly string[]> =>
  page
    .locator(
      'main :is(button, select, textarea, input:not([type=file], [type=checkbox][aria-label]))',
    )
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((one) => {
          const { labels, type } = one as HTMLInputElement;
          const around = /checkbox|radio/.test(type) ? [...(labels ?? [])] : [];
          const heights = [one, ...around].map((part) => part.getBoundingClientRect().height);
          return Math.max(...heights) < 44 && Math.max(...heights) > 1;
        })
        .map((one) => one.getAttribute('aria-label') ?? (one.textContent || one.outerHTML)),
    );

/** Colours are those of the desktop, where the same test looks at them: half of what axe costs. */
const onPhone = (): boolean => test.info().project.name === 'phone';

/** axe finds nothing, nothing scrolls sideways, and there is one h1. */
export const expectGoodPage = (page: Page): Promise<void> =>
  expectGood(page, onPhone() ? 'of all but colours' : 'all');

/** The same in the dark scheme and in the light one, which it leaves the page in. */
export const expectGoodInBothSchemes = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    if (colorScheme === 'light') await expectGoodPage(page);
    else if (!onPhone()) await expectGood(page, 'of colours');
  }
};
