/** Leaves this document for another page of the site. */
export const navigateTo = (path: string): void => window.location.assign(path);

/** The sign-in page; a person who came from `from` returns there afterwards. */
export const signInPath = (from?: string): string =>
  from === undefined ? '/signin' : `/signin?next=${encodeURIComponent(from)}`;

/** Where an authenticator app is set up; `next` is the page to go on to. */
export const setUpPath = (next: string): string =>
  `/signin?${new URLSearchParams({ 'set-up': 'app', next }).toString()}`;

/** Where we are, as `signInPath` wants it. */
export const here = (): string =>
  window.location.pathname + window.location.search + window.location.hash;
