import { identity } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { identityBase } from '../../../lib/addresses.ts';
import { call } from '../../../lib/call.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { json, reply } from '../post.ts';

/** What a new password needs, as the identity service says it. */
export const passwordRulesOptions = queryOptions({
  queryKey: ['identity', 'password-rules'],
  queryFn: ({ signal }) =>
    reply<{ rules: readonly string[] }>(fetch(`${identityBase()}/password-rules`, { signal })),
  staleTime: Infinity,
});

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Other sessions could still use the ID tokens they hold, for minutes: all tokens are ended, and
 * this browser takes a new one by its session, which lives on.
 */
const endOtherTokens = async (): Promise<void> => {
  await call(identity.logout);
  await renew(readSession()?.token ?? '');
};

/** Changes the password of whoever is signed in and ends their other sessions. @throws Refused */
export const changePassword = async (change: PasswordChange): Promise<void> => {
  const request = { ...json(change), credentials: 'include' as const };
  await reply(fetch(`${identityBase()}/change-password`, request));
  // The password is changed whatever comes of this: tokens end by themselves soon.
  await endOtherTokens().catch((error: unknown) =>
    console.warn('The ID tokens of other sessions could not be ended at once.', error),
  );
};
