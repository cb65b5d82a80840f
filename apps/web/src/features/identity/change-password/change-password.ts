import { queryOptions } from '@tanstack/react-query';
import { askIdentity } from '../../../lib/ask-identity.ts';
import { identityBase } from '../../../lib/addresses.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { reply } from '../post.ts';

/** What a new password needs, as the identity service says it. */
export const passwordRulesOptions = queryOptions({
  queryKey: ['identity', 'password-rules'],
  queryFn: ({ signal }) =>
    reply<{ rules: readonly string[] }>(
      // They depend on who is signed in.
      fetch(`${identityBase()}/password-rules`, { signal, credentials: 'include' }),
    ),
  staleTime: Infinity,
});

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Changes the password of the person who is signed in and ends their other sessions. @throws Refused */
export const changePassword = async (change: PasswordChange): Promise<void> => {
  await reply(askIdentity('/change-password', change));
  // Every ID token has ended with it. What comes of this is no matter: the next call renews, too.
  await renew(readSession()?.token ?? '').catch(() => undefined);
};
