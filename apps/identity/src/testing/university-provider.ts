import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** What a test has the provider do; the rest of the time it keeps to the protocol. */
export interface Conduct {
  /** Who is signed in there: claims beside those of the protocol. */
  person: Record<string, unknown> & { readonly sub: string };
  /** Answers visitors with this error instead. */
  error: string | undefined;
  /** Changes the ID token before it is signed. */
  claims: (claims: JWTPayload) => Record<string, unknown>;
  /** Signs with a key, or by a method, that it does not publish. */
  signature: 'own' | 'foreign' | 'secret' | 'none';
  /** Says who somebody is only to whoever asks with the access token. */
  reticent: boolean;
  /** Answers 500 to everything. */
  broken: boolean;
}

export interface UniversityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly conduct: Conduct;
  /** Back to how it was at the start. */
  behave(): void;
  /** Paths that were asked for. */
  readonly asked: string[];
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string | null;
}

const usual = (): Conduct => ({
  person: { sub: 'subject-1', email: 'student@example.edu', email_verified: true },
  error: undefined,
  claims: (claims) => claims,
  signature: 'own',
  reticent: false,
  broken: false,
});

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** An OpenID Connect provider on this machine: code flow alone, PKCE required, codes good once. */
export async function openUniversity({
  publicClient = false,
}: { publicClient?: boolean } = {}): Promise<UniversityProvider> {
  const clientId = 'campus';
  const clientSecret = randomBytes(16).toString('hex');
  const keys = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const conduct = usual();
  const asked: string[] = [];
  const grants = new Map<string, Grant>();
  const accessTokens = new Map<string, Conduct['person']>();
  let issuer = '';

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
    authorization_response_iss_parameter_supported: true,
  });

  /** Sends the visitor back with a code; a request that asks for less than it must is refused. */
  const authorize = (asking: URLSearchParams, response: ServerResponse): void => {
    const redirectUri = asking.get('redirect_uri') ?? '';
    const proper =
      asking.get('client_id') === clientId &&
      asking.get('response_type') === 'code' &&
      asking.get('scope')?.split(' ').includes('openid') &&
      asking.get('code_challenge_method') === 'S256' &&
      redirectUri.endsWith('/identity/university/callback');
    if (!proper) return send(response, 400, { error: 'invalid_request' });
    const back = new URL(redirectUri);
    back.searchParams.set('state', asking.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    if (conduct.error) back.searchParams.set('error', conduct.error);
    else {
      const code = randomBytes(16).toString('hex');
      const challenge = asking.get('code_challenge') ?? '';
      grants.set(code, { challenge, redirectUri, nonce: asking.get('nonce') });
      back.searchParams.set('code', code);
    }
    response.writeHead(303, { location: back.href }).end();
  };

  const isClient = (authorization: string | undefined, form: URLSearchParams): boolean => {
    if (publicClient) return form.get('client_id') === clientId && authorization === undefined;
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return same(authorization ?? '', `Basic ${expected}`);
  };

  const idToken = (nonce: string | null): Promise<string> | string => {
    const { sub, ...about } = conduct.person;
    const now = Math.floor(Date.now() / 1000);
    const claims = conduct.claims({
      iss: issuer,
      aud: clientId,
      sub,
      iat: now,
      exp: now + 300,
      ...(nonce !== null && { nonce }),
      ...(!conduct.reticent && about),
    });
    if (conduct.signature === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    }
    const token = new SignJWT(claims);
    return conduct.signature === 'secret'
      ? token.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret.repeat(2)))
      : token
          .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
          .sign((conduct.signature === 'foreign' ? foreign : keys).privateKey);
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    if (!isClient(request.headers.authorization, form))
      return send(response, 401, { error: 'invalid_client' });
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge)
      return send(response, 400, { error: 'invalid_grant' });
    const accessToken = randomBytes(16).toString('hex');
    accessTokens.set(accessToken, conduct.person);
    return send(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await idToken(grant.nonce),
    });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    asked.push(url.pathname);
    if (conduct.broken) return send(response, 500, { error: 'server_error' });
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(response, 200, discovery());
      case '/jwks': {
        const jwk = await exportJWK(keys.publicKey);
        return send(response, 200, { keys: [{ ...jwk, kid: 'key-1', use: 'sig', alg: 'RS256' }] });
      }
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return token(request, response);
      case '/userinfo': {
        const [, bearer = ''] = (request.headers.authorization ?? '').split(' ');
        const person = accessTokens.get(bearer);
        return person ? send(response, 200, person) : send(response, 401, {});
      }
      default:
        return send(response, 404, {});
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    conduct,
    behave: () => void Object.assign(conduct, usual()),
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
