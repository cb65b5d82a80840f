import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { browserArgs, systemBrowser } from './interactions.ts';

/** Scores are out of 100, times in milliseconds. */
export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly largestPaint: number;
  readonly shift: number;
  readonly blocking: number;
}

/** Bytes received over the network, compressed and including headers. */
export interface Weight {
  readonly all: number;
  readonly scripts: number;
}

export interface Visitor {
  readonly context: BrowserContext;
  /** Lighthouse's scores of a first visit: on a desktop, or on a phone with slow 4G and a processor 4 times slower. */
  rate(address: string, device: 'desktop' | 'phone'): Promise<Scores>;
  /** A first visit until nothing more is requested. */
  weigh(address: string): Promise<Weight>;
  close(): Promise<void>;
}

export type Session = Readonly<Record<string, string>>;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>;

/** On a busy machine a recording may miss its beginning; Lighthouse then asks to be run again. */
const attempts = 4;

const scoreOf = (category: { readonly score: number | null } | undefined): number =>
  Math.round((category?.score ?? 0) * 100);

/** A separate browser with an empty cache, signed in through what the pages keep of a session. */
export const openVisitor = async (origin: string, session: Session = {}): Promise<Visitor> => {
  const folder = await mkdtemp(join(tmpdir(), 'campus-visitor-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...systemBrowser(),
    args: [...browserArgs, '--remote-debugging-port=0'],
  });
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n');
  /** Deletes what pages have stored besides the session: it may say what is in the cache. */
  const comeAnew = async (): Promise<void> => {
    const page = await context.newPage();
    // A page of the same origin that is not Campus's: those may be sandboxed.
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${origin}/empty`);
    await page.evaluate((values) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    await page.close();
  };
  await comeAnew();
  const visit = async (address: string, device: 'desktop' | 'phone'): Promise<Result['lhr']> => {
    const onlyCategories = ['performance', 'accessibility', 'best-practices'];
    const settings = { port: Number(port), logLevel: 'silent', onlyCategories } as const;
    const config = device === 'desktop' ? desktopConfig : undefined;
    const result = await lighthouse(`${origin}${address}`, settings, config);
    if (!result) throw new Error(`Lighthouse has nothing to say about ${address}.`);
    return result.lhr;
  };
  return {
    context,
    async rate(address, device) {
      for (let attempt = 1; ; attempt += 1) {
        await comeAnew();
        const { audits, categories, runtimeError } = await visit(address, device);
        if (runtimeError && attempt < attempts) continue;
        if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
        const number = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
        return {
          performance: scoreOf(categories['performance']),
          accessibility: scoreOf(categories['accessibility']),
          bestPractices: scoreOf(categories['best-practices']),
          largestPaint: number('largest-contentful-paint'),
          shift: number('cumulative-layout-shift'),
          blocking: number('total-blocking-time'),
        };
      }
    },
    async weigh(address) {
      const fresh = await context.newPage();
      const network = await context.newCDPSession(fresh);
      await network.send('Network.enable');
      await network.send('Network.clearBrowserCache');
      const kinds = new Map<string, string>();
      const weight = { all: 0, scripts: 0 };
      network.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        weight.all += encodedDataLength;
        if (kinds.get(requestId) === 'Script') weight.scripts += encodedDataLength;
      });
      await fresh.goto(`${origin}${address}`);
      await fresh.waitForLoadState('networkidle');
      await fresh.close();
      return weight;
    },
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
