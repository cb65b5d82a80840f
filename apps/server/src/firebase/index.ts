import type { Clock } from '../clock.ts';
import type { FirebaseConfig } from '../config.ts';
import type { Issuer } from '../features/identity/index.ts';
import { invalid } from '../http/refusals.ts';
import type { IdentityAccount, IdentityClient } from '../identity-client.ts';
import { firebaseScript, type PageSettings } from '../web/pages.ts';
import { accessTokensOf, askGoogle, GoogleRefusal, readServiceAccount } from './google.ts';

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** A Firebase Authentication project, real or in the emulator. */
interface FirebaseProject {
  readonly project: string;
  /** Base URL of the Identity Toolkit, without a trailing slash. */
  readonly accounts: string;
  /** Returns an access token that may manage accounts; without it, accounts are managed at Firebase. */
  readonly authorize?: (() => Promise<string>) | undefined;
  readonly clock: Clock;
}

/** The issuer of a project's ID tokens; those of the emulator are not signed. */
export const firebaseIssuer = (
  project: string,
  keys: Issuer['keys'] = new URL(googleKeys),
): Issuer => ({
  issuer: `https://securetoken.google.com/${project}`,
  audience: project,
  keys,
  sessionsElsewhere: true,
});

interface User {
  readonly localId: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly providerUserInfo?: readonly object[];
}

/** The password policy is set in the Firebase project; six characters is Firebase's minimum. */
const policy = { minLength: 6, upperAndLower: false, digit: false, symbol: false };

export const createFirebaseIdentity = (at: FirebaseProject): IdentityClient => {
  const { authorize } = at;

  const call = async <T>(method: string, body: object): Promise<T> => {
    if (!authorize) throw new Error('The accounts of this Firebase project are made by others.');
    return askGoogle<T>(`${at.accounts}/v1/projects/${at.project}/accounts${method}`, {
      headers: {
        authorization: `Bearer ${await authorize()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  };

  const lookUp = async (who: { localId: string[] } | { email: string[] }) =>
    authorize && (await call<{ users?: User[] }>(':lookup', who)).users?.[0];

  /** Changes an account; does nothing if it no longer exists. */
  const update = async (localId: string, changes: object): Promise<void> => {
    if (!authorize) return;
    try {
      await call(':update', { localId, ...changes });
    } catch (error) {
      if (error instanceof GoogleRefusal && error.code === 'USER_NOT_FOUND') return;
      if (error instanceof GoogleRefusal && /PASSWORD/.test(error.code))
        throw invalid('password', 'Firebase refuses this password. Please choose a longer one.');
      throw error;
    }
  };

  const accountOf = (user: User): IdentityAccount => ({
    subject: user.localId,
    email: user.email?.toLowerCase() ?? '',
    hasPassword: (user.providerUserInfo ?? []).length > 0,
    linked: false,
    verified: user.emailVerified ?? false,
    invitedUntil: undefined,
  });

  return {
    issuer: firebaseIssuer(at.project).issuer,
    elsewhere: { managed: authorize !== undefined },

    async createAccount({ email, name, emailVerified }) {
      const known = await lookUp({ email: [email] });
      if (known) return { email, subject: known.localId };
      const account = { email, displayName: name, emailVerified };
      return { email, subject: (await call<User>('', account)).localId };
    },

    async describeAccount(who) {
      const user = await lookUp(
        'subject' in who ? { localId: [who.subject] } : { email: [who.email] },
      );
      return user && accountOf(user);
    },

    async passwordToken(subject) {
      const email = (await lookUp({ localId: [subject] }))?.email;
      if (email === undefined) return undefined;
      const asked = { requestType: 'PASSWORD_RESET', email, returnOobLink: true };
      const { oobLink } = await call<{ oobLink: string }>(':sendOobCode', asked);
      return new URL(oobLink).searchParams.get('oobCode') ?? undefined;
    },

    passwordHints: () => [
      authorize ? 'At least 6 characters' : 'The password that you sign in with at Firebase',
    ],
    passwordProblems: async (password) =>
      password.length < policy.minLength ? ['The password needs at least 6 characters.'] : [],
    setPassword: (subject, password) => update(subject, { password, emailVerified: true }),
    passwordPolicy: () => policy,

    async moveAccount(subject, { from, to }) {
      const user = await lookUp({ localId: [subject] });
      if (user?.email?.toLowerCase() !== from) return;
      // No mail reaches an address under `.invalid`.
      const email = to ?? `${subject.toLowerCase()}@moved.invalid`;
      await update(subject, { email, emailVerified: false });
    },

    accountData: (subject) => lookUp({ localId: [subject] }).then((user) => user ?? null),
    async removeAccount(localId) {
      if (authorize && (await lookUp({ localId: [localId] }))) await call(':delete', { localId });
    },
    unlinkAccount: async () => undefined,
    resetFactor: async () => false,
    endSessions: (subject) =>
      update(subject, { validSince: String(Math.floor(at.clock.now() / 1000)) }),
    setDisabled: (subject, disableUser) => update(subject, { disableUser }),
  };
};

/**
 * Connects to a Firebase project: its accounts, the issuer of its tokens, the settings for browsers and
 * the notices at the start.
 * @throws StartError if the service account's key file is invalid
 */
export const openFirebase = (
  { project, apiKey, serviceAccount, emulator }: FirebaseConfig,
  webFolder: string,
  clock: Clock,
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
    identity: createFirebaseIdentity({ project, accounts, authorize, clock }),
    issuer: firebaseIssuer(project, emulator === undefined ? undefined : 'unsigned'),
    pages,
    notices:
      emulator === undefined
        ? []
        : [
            `ATTENTION: accounts are those of the Firebase emulator at ${emulator}, whose ID tokens nobody signs:`,
            'anyone who reaches this Campus can be anybody in it. For trying out, on this machine alone.',
          ],
  };
};
