import { expect, type Page } from '@playwright/test';
import { overflows } from './axe.ts';

/** Widths at which the sidebar leaves little space: collapsed, and expanded. */
const widths = [600, 800, 960, 1024];

/** Words that do not fit their place and continue on the next line. */
const brokenWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { data, parentElement: place } = text as Text;
      if (!place?.checkVisibility() || place.clientWidth === 1) continue;
      // Longer ones may be broken anywhere.
      for (const { 0: word, index } of data.matchAll(/[\p{L}\p{N}]{2,18}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const drawn = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(drawn.map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
    return found;
  });

/** Checks at the widths of tablets that nothing scrolls sideways, no button is cut and no word broken; leaves the page as it was. */
export const expectToFitTablets = async (page: Page): Promise<void> => {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(
        async () => [...(await overflows(page)), ...(await brokenWords(page))],
        `${width} px wide`,
      )
      .toEqual([]);
  }
  if (before) await page.setViewportSize(before);
};
