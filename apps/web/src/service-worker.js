// Opens Campus without a network: serves the application's files and its page, which is the same for
// everybody. What a person has seen is kept by lib/offline-replies.ts instead; API calls do not pass through here.
// A new release has a new list of files, and takes over when no page of the previous one is open.

/** Filled in by the build: the files of the application and the teacher's first pages. */
const files = [];
const name = 'FILES';
/** The application's page without a screen. */
const shell = '/start';

/** How long to wait for the page on a bad line before using the cached one, in milliseconds. */
const patience = 5000;

addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(name);
    await cache.addAll([...files, shell]);
    // During an upgrade it may be the page of the other version, whose files are not kept. The browser tries again.
    const page = await (await cache.match(shell)).text();
    const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    if (named.every((file) => files.includes(file))) return;
    await caches.delete(name);
    throw new Error('The page is of another version.');
  };
  event.waitUntil(fill());
});

addEventListener('activate', (event) => {
  const leaveOne = async () => {
    const others = (await caches.keys()).filter((one) => one !== name);
    await Promise.all(others.map((one) => caches.delete(one)));
  };
  event.waitUntil(leaveOne());
});

/** File names change with the content, so the cache is always valid. */
const fileOf = async (request) => (await caches.match(request)) ?? fetch(request);

const pageOf = async (request) => {
  const kept = await caches.match(shell);
  const late = new Promise((resolve) => setTimeout(resolve, patience, kept));
  try {
    const asked = fetch(request);
    return await (kept ? Promise.race([asked, late]) : asked);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileOf(request));
  else if (request.mode === 'navigate' && /^\/(start|admin|student|teacher)(\/|$)/.test(pathname))
    event.respondWith(pageOf(request));
});
