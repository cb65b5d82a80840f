/**
 * The token of the link that led here. inline-scripts/link.js has taken it out of the address, so that it is
 * in no history, bookmark or picture of the screen; a reload of this tab still knows it.
 */
export const takeToken = (): string => {
  const state: unknown = window.history.state;
  const kept = typeof state === 'object' && state !== null && 'token' in state && state.token;
  return typeof kept === 'string' ? kept : '';
};

/** When it has done what it was for. */
export const forgetToken = (): void => window.history.replaceState(null, '', window.location.href);
