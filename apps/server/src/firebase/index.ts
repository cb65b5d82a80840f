import type { FirebaseConfig } from '../config.ts';
import { firebaseScript, type PageSettings } from '../web/pages.ts';
import { createFirebaseIdentity, firebaseIssuer } from './firebase-identity.ts';
import { accessTokensOf, readServiceAccount } from './service-account.ts';

/**
 * What Campus needs of a Firebase project: its accounts, whose tokens are believed, what browsers are
 * told, and what is said at the start.
 * @throws StartError when the file of the service account is none
 */
export const openFirebase = (
  { project, apiKey, serviceAccount, emulator }: FirebaseConfig,
  webFolder: string,
) => {
  const service = (host: string): string =>
    emulator === undefined ? `https://${host}` : `${emulator}/${host}`;
  const accounts = service('identitytoolkit.googleapis.com');
  const account = serviceAccount === undefined ? undefined : readServiceAccount(serviceAccount);
  const authorize =
    emulator === undefined ? account && accessTokensOf(account) : () => Promise.resolve('owner');
  const pages: NonNullable<PageSettings['firebase']> = {
    script: firebaseScript(webFolder),
    apiKey,
    accounts,
    tokens: service('securetoken.googleapis.com'),
  };
  return {
    identity: createFirebaseIdentity({ project, accounts, authorize }),
    issuer: firebaseIssuer(project, emulator === undefined ? undefined : 'unsigned'),
    pages,
    notices:
      emulator === undefined
        ? []
        : [
            `ATTENTION: accounts are those of the Firebase emulator at ${emulator}, whose ID tokens nobody signs:`,
            'whoever reaches this Campus can be anybody in it. For trying out, on this machine alone.',
          ],
  };
};
