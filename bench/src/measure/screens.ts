import type { Page } from '@playwright/test';

/**
 * From the click on a link of the sidebar until the other page's heading and its content are
 * painted, in milliseconds; nothing of it may still be loading by then.
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
