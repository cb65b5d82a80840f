import { type Browser, chromium, type Page } from '@playwright/test';

/** Part of what a person does once; told how often it was done before. */
export type Act = (page: Page, turn: number) => Promise<void>;

export interface Interaction {
  /** Brings focus and pointer to where a person would have them by then; not measured. */
  readonly ready?: Act;
  /** The key or the click itself. */
  readonly act: Act;
}

/** How long a key or a button stays down, in milliseconds. */
export const held = { delay: 80 } as const;

/** Event Timing leaves out what was shorter than this, in milliseconds. */
const shortest = 16;

/** After this long without work the page has drawn whatever followed, in milliseconds. */
const rest = 250;

/** How a browser is started that does nothing but what it is told. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The system's browser, as `npm run bench` has found it. */
export const systemBrowser = (): { readonly executablePath?: string } => {
  const executablePath = process.env['CHROME_PATH'];
  return executablePath ? { executablePath } : {};
};

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...systemBrowser(), args: browserArgs });

/** Begins to note how long each event of a person took until the page was drawn again. */
export const watchInteractions = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(window, { benchDurations: durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
};

/** Makes the browser's processor so many times slower than this machine's; returns what ends that. */
export const slowDown = async (page: Page, times: number): Promise<() => Promise<unknown>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return () => session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
};

type Noting = Window & { benchDurations: number[] };

const settle = (page: Page): Promise<void> =>
  page.evaluate(
    (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    rest,
  );

/**
 * From the event to the next paint, in milliseconds, for each of `turns` interactions: what browsers
 * call the Interaction to Next Paint. It comes in steps of 8.
 */
export const timeInteractions = async (
  page: Page,
  turns: number,
  { ready, act }: Interaction,
): Promise<number[]> => {
  const taken: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await ready?.(page, turn);
    await settle(page);
    await page.evaluate(() => {
      (window as unknown as Noting).benchDurations.length = 0;
    });
    await act(page, turn);
    await settle(page);
    const durations = await page.evaluate(() => (window as unknown as Noting).benchDurations);
    taken.push(Math.max(shortest, ...durations));
  }
  return taken;
};
