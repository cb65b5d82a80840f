import { ConfigError, httpUrl, type Read, readSwitch, readWhole } from './config-values.ts';

export interface PasswordConfig {
  readonly minLength: number;
  readonly upperAndLower: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

/** An OpenID Connect provider people may sign in at, beside their passwords. */
export interface UniversityConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
  /** An e-mail counts as verified where the provider does not say whether it is. */
  readonly trustEmail: boolean;
  /** Values of `acr` (or `amr`) that stand for a second factor; empty: it is not asked there. */
  readonly acrValues: readonly string[];
}

/** `secret` undefined: a generated one is kept in the data folder (see data-folder.ts). */
export type IdentityConfig =
  | {
      readonly kind: 'built-in';
      readonly url: '/identity';
      readonly secret: string | undefined;
      readonly passwords: PasswordConfig;
      readonly university: UniversityConfig | undefined;
    }
  | { readonly kind: 'remote'; readonly url: string }
  | FirebaseConfig;

/** Firebase Authentication keeps the accounts, in the place of a service of our own. */
export interface FirebaseConfig {
  readonly kind: 'firebase';
  readonly url: '/identity';
  readonly project: string;
  readonly apiKey: string;
  /** File of a service account's key; undefined: accounts are made there by others. */
  readonly serviceAccount: string | undefined;
  /** Origin of the Authentication emulator, for a demo: its tokens are not signed. */
  readonly emulator: string | undefined;
}

function readPasswords(read: Read): PasswordConfig {
  const name = 'IDENTITY_PASSWORD_MIN_LENGTH';
  const asks = (rule: string): boolean => readSwitch(rule, read(rule), false);
  return {
    minLength: readWhole(name, read(name), [6, 128], 6),
    upperAndLower: asks('IDENTITY_PASSWORD_CASE'),
    digit: asks('IDENTITY_PASSWORD_DIGIT'),
    symbol: asks('IDENTITY_PASSWORD_SYMBOL'),
  };
}

function readUniversity(read: Read): UniversityConfig | undefined {
  const issuer = read('IDENTITY_OIDC_ISSUER');
  const clientId = read('IDENTITY_OIDC_CLIENT_ID');
  const clientSecret = read('IDENTITY_OIDC_CLIENT_SECRET');
  const trustEmail = readSwitch(
    'IDENTITY_OIDC_TRUST_EMAIL',
    read('IDENTITY_OIDC_TRUST_EMAIL'),
    false,
  );
  if (issuer === undefined) {
    const alone = ['CLIENT_ID', 'CLIENT_SECRET', 'TRUST_EMAIL', 'ACR'].find((one) =>
      read(`IDENTITY_OIDC_${one}`),
    );
    if (alone === undefined) return undefined;
    throw new ConfigError(
      `IDENTITY_OIDC_ISSUER is required with IDENTITY_OIDC_${alone}: set it to the address of the university's OpenID Connect provider.`,
    );
  }
  refuseIssuer(issuer);
  if (clientId === undefined) {
    throw new ConfigError(
      'IDENTITY_OIDC_CLIENT_ID is required with IDENTITY_OIDC_ISSUER: set it to the id under which Campus is registered there.',
    );
  }
  return { issuer, clientId, clientSecret, trustEmail, acrValues: readAcr(read) };
}

function readAcr(read: Read): string[] {
  const values = read('IDENTITY_OIDC_ACR')?.split(/\s+/) ?? [];
  if (values.some((one) => !/^[\w:/.#~+-]+$/.test(one))) {
    throw new ConfigError(
      `IDENTITY_OIDC_ACR must be the provider's values of acr for a second factor, with spaces between them, not "${values.join(' ')}".`,
    );
  }
  return values;
}

/** Plain http only to this machine: what goes there is who people are. */
function refuseIssuer(issuer: string): void {
  const url = httpUrl(issuer);
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  const safe = url?.protocol === 'https:' || here;
  if (url === undefined || !safe || url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      `IDENTITY_OIDC_ISSUER must be the https address of an OpenID Connect provider, such as https://accounts.google.com, not "${issuer}".`,
    );
  }
  // There whoever runs a directory of their own says which e-mails are whose.
  if (
    url.hostname.endsWith('microsoftonline.com') &&
    /^\/(common|organizations|consumers)\b/.test(url.pathname)
  ) {
    throw new ConfigError(
      `IDENTITY_OIDC_ISSUER must name the university's own directory in place of "${url.pathname.split('/')[1]}", or people of any directory could come in.`,
    );
  }
}

export function readIdentity(
  read: Read,
  { secretRequired, demo }: { readonly secretRequired: boolean; readonly demo: boolean },
): IdentityConfig {
  const firebase = readFirebase(read, demo);
  if (firebase) return firebase;
  const address = read('IDENTITY_URL');
  const secret = read('IDENTITY_SECRET');
  const university = readUniversity(read);
  if (address !== undefined) {
    if (university) {
      throw new ConfigError(
        'IDENTITY_OIDC_ISSUER cannot be set together with IDENTITY_URL: university accounts are signed in by the built-in identity service.',
      );
    }
    const url = httpUrl(address);
    if (url === undefined || url.search !== '' || url.hash !== '') {
      throw new ConfigError(
        `IDENTITY_URL must be the http or https address of an identity service, not "${address}".`,
      );
    }
    return { kind: 'remote', url: url.href.replace(/\/+$/, '') };
  }
  if (secret === undefined && secretRequired) {
    throw new ConfigError(
      'IDENTITY_SECRET is required with DATABASE_URL outside the demo: set it to at least 32 random characters, the same for every process.',
    );
  }
  if (secret !== undefined && secret.length < 32) {
    throw new ConfigError('IDENTITY_SECRET must be at least 32 random characters.');
  }
  return { kind: 'built-in', url: '/identity', secret, passwords: readPasswords(read), university };
}

function readFirebase(read: Read, demo: boolean): FirebaseConfig | undefined {
  const variable = (name: string): string => `IDENTITY_FIREBASE_${name}`;
  const [project, apiKey, serviceAccount, emulator] = [
    'PROJECT',
    'API_KEY',
    'SERVICE_ACCOUNT',
    'EMULATOR',
  ].map((name) => read(variable(name)));
  if (project === undefined) {
    const alone = ['API_KEY', 'SERVICE_ACCOUNT', 'EMULATOR'].find((name) => read(variable(name)));
    if (alone === undefined) return undefined;
    throw new ConfigError(
      `IDENTITY_FIREBASE_PROJECT is required with ${variable(alone)}: set it to the id of the Firebase project.`,
    );
  }
  if (!/^[a-z0-9][a-z0-9.:-]{3,60}$/.test(project)) {
    throw new ConfigError(
      `IDENTITY_FIREBASE_PROJECT must be the id of a Firebase project, such as campus-1a2b3, not "${project}".`,
    );
  }
  if (apiKey === undefined) {
    throw new ConfigError(
      'IDENTITY_FIREBASE_API_KEY is required with IDENTITY_FIREBASE_PROJECT: set it to the Web API Key of the project.',
    );
  }
  const other = ['IDENTITY_URL', 'IDENTITY_OIDC_ISSUER'].find(read);
  if (other !== undefined) {
    throw new ConfigError(
      `${other} cannot be set together with IDENTITY_FIREBASE_PROJECT: people sign in at one identity service.`,
    );
  }
  if (demo && emulator === undefined) {
    throw new ConfigError(
      "IDENTITY_FIREBASE_EMULATOR is required in the demo, or its known accounts would stand in a real project: set CAMPUS_DEMO=0, or IDENTITY_FIREBASE_EMULATOR to the emulator's address.",
    );
  }
  if (emulator !== undefined && (!demo || !/^(127\.0\.0\.1|localhost):\d{1,5}$/.test(emulator))) {
    throw new ConfigError(
      'IDENTITY_FIREBASE_EMULATOR must be an address of this machine such as 127.0.0.1:9099, and is for the demo alone: its tokens are not signed.',
    );
  }
  return {
    kind: 'firebase',
    url: '/identity',
    project,
    apiKey,
    serviceAccount,
    emulator: emulator && `http://${emulator}`,
  };
}
