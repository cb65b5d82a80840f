import { apiBase } from './base-urls.ts';
import { askIdentity } from './identity-client.ts';
import { navigateTo, signInPath } from './navigation.ts';
import { clearOfflineReplies } from './offline-replies.ts';
import { freshToken } from './renewal.ts';
import { beginSignOut, clearSession, readSession } from './session.ts';
import { clearUnsent } from './unsent.ts';
import { untilAborted } from './until-aborted.ts';

/** Ends the person's sessions on the application server and at the identity service. */
const endSessions = async (): Promise<void> => {
  const token = await freshToken().catch(() => readSession()?.token ?? '');
  // The application server first: it accepts no token of a session that has ended.
  await fetch(`${apiBase()}/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  await askIdentity('/sign-out', {});
};

/** How long to wait for both, in milliseconds: whoever leaves a shared computer does not wait for a dead line. */
const timeoutMs = 30_000;

/**
 * Ends the person's sessions, forgets them in this browser and shows the sign-in page. Without a connection
 * the last two still happen.
 */
export const signOut = async (): Promise<void> => {
  beginSignOut();
  await untilAborted(endSessions(), AbortSignal.timeout(timeoutMs)).catch(() => undefined);
  await clearOfflineReplies();
  const email = readSession()?.email;
  clearSession();
  if (email !== undefined) clearUnsent(email);
  navigateTo(signInPath());
};
