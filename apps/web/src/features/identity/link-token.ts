/**
 * The token of the link that led here. It is taken out of the address at once (by early/link.js
 * where that ran), so that it is in no history, bookmark or picture of the screen; a reload of this
 * tab still knows it.
 */
export const takeToken = (): string => {
  const { pathname, search } = window.location;
  const fromLink = new URLSearchParams(search).get('token');
  if (fromLink === null) {
    const state: unknown = window.history.state;
    const kept = typeof state === 'object' && state !== null && 'token' in state && state.token;
    return typeof kept === 'string' ? kept : '';
  }
  window.history.replaceState({ token: fromLink }, '', pathname);
  return fromLink;
};
