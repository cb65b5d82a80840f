import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import { askGoogle } from './ask-google.ts';

const keyFile = z.object({
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  token_uri: z.url({ protocol: /^https?$/ }),
});

/** What Google gives out to be downloaded, as far as it is used. */
export type ServiceAccount = z.infer<typeof keyFile>;

/** @throws StartError when the file is not one of these */
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
    if (known && Date.now() < known.until) return known.token;
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
    known = { token: given.access_token, until: Date.now() + (given.expires_in - 60) * 1000 };
    return known.token;
  };
};
