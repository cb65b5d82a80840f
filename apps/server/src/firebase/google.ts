import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { CampusError } from '../campus-error.ts';
import { StartError } from '../start-error.ts';

/** A refusal by Google, with a code such as `EMAIL_EXISTS`. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly code: string;
  constructor(message: string) {
    super(`Google answered: ${message}`);
    this.code = message.split(' ')[0] ?? '';
  }
}

/** Codes not about the request itself: it may succeed later or with more rights. */
const temporaryCodes =
  /^(QUOTA|TOO_MANY|PERMISSION|INSUFFICIENT|CONFIGURATION|invalid_grant|INTERNAL)/;

/** @throws GoogleRefusal, or CampusError while Google is unavailable */
export const askGoogle = async <T>(address: string, init: RequestInit): Promise<T> => {
  try {
    const reply = await fetch(address, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      ...init,
    });
    const body = (await reply.json()) as { error?: string | { message?: string } };
    if (reply.ok) return body as T;
    const { error } = body;
    const message = typeof error === 'object' ? error.message : error;
    throw new GoogleRefusal(message ?? `status ${reply.status}`);
  } catch (cause) {
    if (cause instanceof GoogleRefusal && !temporaryCodes.test(cause.code)) throw cause;
    throw new CampusError(
      'unavailable',
      'The identity service cannot do this at the moment. Please try again shortly.',
      { cause, headers: { 'retry-after': '5' } },
    );
  }
};

const keyFile = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  token_uri: z.url({ protocol: /^https?$/ }),
});

/** The part of Google's downloadable key file that is used. */
export type ServiceAccount = z.infer<typeof keyFile>;

/** @throws StartError if the file is not a service account's key */
export const readServiceAccount = (path: string): ServiceAccount => {
  const name = `IDENTITY_FIREBASE_SERVICE_ACCOUNT must name the JSON file of a service account's key`;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new StartError(`${name}: ${path} cannot be read as one.`, { cause });
  }
  const { data } = keyFile.safeParse(content);
  if (!data) throw new StartError(`${name}: ${path} lacks client_email, private_key or token_uri.`);
  return data;
};

const scope = 'https://www.googleapis.com/auth/identitytoolkit';

/** Access tokens of a service account (RFC 7523), each used until shortly before it expires. */
export const accessTokensOf = (account: ServiceAccount): (() => Promise<string>) => {
  const { client_email, private_key, token_uri } = account;
  let known: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    if (known && performance.now() < known.until) return known.token;
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(private_key, 'RS256'));
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const given = await askGoogle<{ access_token: string; expires_in: number }>(token_uri, {
      body: new URLSearchParams({ grant_type, assertion }),
    });
    known = {
      token: given.access_token,
      until: performance.now() + (given.expires_in - 60) * 1000,
    };
    return known.token;
  };
};
