/** Leaves this document for another page of the site. */
export const navigateTo = (path: string): void => window.location.assign(path);

/** The sign-in page, which returns to `from` afterwards. */
export const signInPath = (from?: string): string =>
  from === undefined ? '/signin' : `/signin?next=${encodeURIComponent(from)}`;

/** The page that sets up an authenticator app and then goes on to `next`. */
export const setUpPath = (next: string): string =>
  `/signin?${new URLSearchParams({ 'set-up': 'app', next }).toString()}`;

/** The current address, as `signInPath` expects it. */
export const currentUrl = (): string =>
  window.location.pathname + window.location.search + window.location.hash;
