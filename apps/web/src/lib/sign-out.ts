import { apiBase } from './base-urls.ts';
import { askIdentity } from './identity-client.ts';
import { navigateTo, signInPath } from './navigation.ts';
import { clearOfflineReplies } from './offline-replies.ts';
import { freshToken } from './renewal.ts';
import { beginSignOut, clearSession, readSession } from './session.ts';
import { clearUnsent } from './unsent.ts';

/**
 * Ends the person's sessions on the application server and at the identity service, forgets them in this
 * browser and shows the sign-in page. Without a connection the last two still happen.
 */
export const signOut = async (): Promise<void> => {
  beginSignOut();
  const token = await freshToken().catch(() => readSession()?.token ?? '');
  // The application server first: it accepts no token of a session that has ended.
  await fetch(`${apiBase()}/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  await askIdentity('/sign-out', {}).catch(() => undefined);
  await clearOfflineReplies();
  const email = readSession()?.email;
  clearSession();
  if (email !== undefined) clearUnsent(email);
  navigateTo(signInPath());
};
