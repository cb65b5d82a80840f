// Opens Campus where there is no network: with the files of the application, and its page, which is the same for
// everybody. What a person has seen is not here but in lib/kept-today.ts: no call passes through this.
// A new release has a new list of files; it takes over when no page of the former one is open.

/** Written by the build: what the application and the teacher's first pages need. */
const files = [];
const name = 'FILES';
/** Of the application, without a screen of its own. */
const shell = '/start';

/** On a bad line the page is waited for so long, in milliseconds. */
const patience = 5000;

addEventListener('install', (event) => {
  const fill = async () => (await caches.open(name)).addAll([...files, shell]);
  event.waitUntil(fill());
});

addEventListener('activate', (event) => {
  const leaveOne = async () => {
    const others = (await caches.keys()).filter((one) => one !== name);
    await Promise.all(others.map((one) => caches.delete(one)));
  };
  event.waitUntil(leaveOne());
});

/** Their names change with them. */
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
