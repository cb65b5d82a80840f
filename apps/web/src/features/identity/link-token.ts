/**
 * The token of the link that led here. inline-scripts/link.js has moved it from the address to the
 * history state, so that it appears in no history, bookmark or screenshot; a reload of this tab
 * still has it.
 */
export const readLinkToken = (): string => {
  const state: unknown = window.history.state;
  const kept = typeof state === 'object' && state !== null && 'token' in state && state.token;
  return typeof kept === 'string' ? kept : '';
};

/** Call it once the token has been used. */
export const clearLinkToken = (): void =>
  window.history.replaceState(null, '', window.location.href);
