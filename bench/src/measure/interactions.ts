import { type Browser, chromium, type Page } from '@playwright/test';

/** A step of an interaction; `turn` is how often it was done before. */
export type Act = (page: Page, turn: number) => Promise<void>;

export interface Interaction {
  /** Moves focus and pointer to where they would be by then; not measured. */
  readonly ready?: Act;
  /** The key press or click itself. */
  readonly act: Act;
}

/** How long a key or a button is held down, in milliseconds. */
export const held = { delay: 80 } as const;

/** Event Timing omits shorter durations, in milliseconds. */
const shortest = 16;

/** After this long without work, the page has drawn everything that follows, in milliseconds. */
const rest = 250;

/** Keeps the browser from doing anything by itself. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The system's browser, as found by `npm run bench`. */
export const systemBrowser = (): { readonly executablePath?: string } => {
  const executablePath = process.env['CHROME_PATH'];
  return executablePath ? { executablePath } : {};
};

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ ...systemBrowser(), args: browserArgs });

/** Records how long each user event took until the next paint. */
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

/** Makes the browser's processor this many times slower than the machine's; returns a function that ends that. */
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
 * Returns the time from the event to the next paint (Interaction to Next Paint) in milliseconds, for each of
 * `turns` interactions. Its resolution is 8 ms.
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
