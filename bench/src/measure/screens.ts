import type { Page } from '@playwright/test';

/**
 * Time from the click on a link in the sidebar until the other page's heading and content are painted and
 * nothing is loading any more, in milliseconds.
 */
export const timeScreenChange = (page: Page, href: string): Promise<number> =>
  page.evaluate(async (address) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${address}"]`);
    const heading = () => document.querySelector('main h1')?.textContent;
    if (!link) throw new Error(`There is no link to ${address}.`);
    const before = heading();
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const shown = () =>
      window.location.pathname === address &&
      heading() !== undefined &&
      heading() !== before &&
      !document.querySelector('main [class*="_loading_"]');
    const begun = performance.now();
    link.click();
    while (!shown()) {
      if (performance.now() - begun > 10_000) throw new Error(`${address} does not appear.`);
      await nextFrame();
    }
    await nextFrame();
    return performance.now() - begun;
  }, href);
