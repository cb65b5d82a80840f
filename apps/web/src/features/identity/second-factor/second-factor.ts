import { queryOptions } from '@tanstack/react-query';
import { CallError, codeOf } from '../../../lib/call-error.ts';
import { askIdentity } from '../../../lib/identity-client.ts';
import { confirmIdentity, notConfirmed } from '../../../lib/confirmation.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { reply } from '../post.ts';

const ask = <T>(path: string, body: object = {}): Promise<T> => reply<T>(askIdentity(path, body));

export const beginSetUp = (): Promise<{ key: string; uri: string }> => ask('/second-factor/begin');

export const confirmSetUp = (code: string): Promise<{ recoveryCodes: readonly string[] }> =>
  ask('/second-factor/confirm', { code });

export const factorState = queryOptions({
  queryKey: ['/identity/second-factor'],
  queryFn: () =>
    reply<{ enabled: boolean; recoveryCodesLeft: number }>(askIdentity('/second-factor')),
});

const confirm = async (): Promise<void> => {
  if (!(await confirmIdentity())) throw new CallError(403, 'confirmation_needed', notConfirmed);
};

/** Does `act`; if the last sign-in was too long ago, asks for a fresh one first. */
const withFreshSignIn = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== 'confirmation_needed') throw error;
    await confirm();
    return act();
  }
};

export const prepareSetUp = (): Promise<unknown> => withFreshSignIn(beginSetUp);

export const renewRecoveryCodes = (): Promise<{ recoveryCodes: readonly string[] }> =>
  withFreshSignIn(() => ask('/second-factor/recovery-codes'));

/** Always asks for password and code. */
export const turnOff = async (): Promise<void> => {
  await confirm();
  await ask('/second-factor/turn-off');
  // This has ended every ID token. A failure here does not matter: the next call renews as well.
  await renew(readSession()?.token ?? '').catch(() => undefined);
};
