import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';

/** What a test makes the provider do; by default it follows the protocol. */
export interface ProviderBehaviour {
  /** Who is signed in there: claims in addition to those of the protocol. */
  person: Record<string, unknown> & { readonly sub: string };
  /** How they signed in there, and when (seconds since 1970; by default, and if asked again, just now). */
  login: { readonly acr?: string; readonly amr?: string[]; readonly ts?: number };
  /** Sends visitors back with this error instead. */
  error: string | undefined;
  /** Changes the claims of the ID token before it is signed. */
  claims: ((claims: JWTPayload) => Record<string, unknown>) | undefined;
  /** Other than `own`: signs with a key or an algorithm that it does not publish. */
  signature: 'own' | 'foreign' | 'secret' | 'none';
  /** Responds 500 to everything. */
  broken: boolean;
  /** Closes a connection on its second request, as a server does whose idle timeout has just expired. */
  hangsUp: boolean;
}

export interface UniversityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly behaviour: ProviderBehaviour;
  /** Resets `behaviour`. */
  resetBehaviour(): void;
  /** Replaces the signing key; the old one is no longer published. */
  rotate(): Promise<void>;
  /** The requested paths. */
  readonly asked: string[];
  close(): Promise<void>;
}

const defaultBehaviour = (): ProviderBehaviour => ({
  person: { sub: 'subject-1', email: 'student@example.edu', email_verified: true },
  login: {},
  error: undefined,
  claims: undefined,
  signature: 'own',
  broken: false,
  hangsUp: false,
});

/** Goes through a provider as a new browser; returns where it is sent back to. */
export const visitProvider = async (address: string): Promise<URL> => {
  const jar = new Map<string, string>();
  const { origin } = new URL(address);
  let at = new URL(address);
  while (at.origin === origin) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(at, { redirect: 'manual', headers: { cookie, connection: 'close' } });
    for (const one of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      jar.set(name, value);
    }
    const onward = reply.headers.get('location');
    if (onward === null) throw new Error(`The provider sends nobody on: ${await reply.text()}`);
    at = new URL(onward, at);
  }
  return at;
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Starts an `oidc-provider` on this machine, where everyone is already signed in. What it would never
 * send by itself is substituted in its replies.
 */
export const openUniversity = async ({
  publicClient = false,
}: { publicClient?: boolean } = {}): Promise<UniversityProvider> => {
  const clientId = 'campus';
  const clientSecret = randomBytes(16).toString('hex');
  const behaviour = defaultBehaviour();
  const asked: string[] = [];
  const people = new Map<string, ProviderBehaviour['person']>();
  const stored = new Map<string, AdapterPayload>();
  const answered = new WeakSet<Socket>();
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    asked.push(pathname);
    const { socket } = request;
    const again = answered.has(socket);
    answered.add(socket);
    if (behaviour.hangsUp && again) socket.destroy();
    else if (behaviour.broken) response.writeHead(500).end();
    else answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const rotate = async (): Promise<void> => {
    const kid = randomBytes(4).toString('hex');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          ...(publicClient
            ? { token_endpoint_auth_method: 'none' }
            : { client_secret: clientSecret }),
          redirect_uris: ['https://campus.example.edu/identity/university/callback'],
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }] },
      adapter: (kind) => adapterOf(stored, kind),
      cookies: { keys: [clientSecret] },
      ttl: { AccessToken: 300, IdToken: 300, Interaction: 600, Session: 3600, Grant: 3600 },
      acrValues: ['password', 'two-factors'],
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => ({ ...people.get(accountId), sub: accountId }),
      }),
      // Skips the consent screen.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    // The campus under test listens on any free port.
    Object.assign(provider.Client.prototype, {
      redirectUriAllowed: (uri: string) => uri.endsWith('/identity/university/callback'),
    });

    const signed = async (token: string): Promise<string> => {
      const { claims = (own: JWTPayload) => own, signature } = behaviour;
      const payload = claims(decodeJwt(token));
      if (signature === 'none') return `${part({ alg: 'none' })}.${part(payload)}.`;
      if (signature === 'secret')
        return new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from(clientSecret.repeat(2)));
      const foreign = signature === 'foreign' ? await generateKeyPair('RS256') : undefined;
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(foreign?.privateKey ?? privateKey);
    };
    provider.use(async (context, next) => {
      await next();
      const { body } = context as { body?: { id_token?: string } };
      if (body?.id_token && (behaviour.claims || behaviour.signature !== 'own'))
        body.id_token = await signed(body.id_token);
    });

    const callback = provider.callback();
    answer = async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      const { person, login, error } = behaviour;
      people.set(person.sub, person);
      const { params } = await provider.interactionDetails(request, response);
      const ts = params['prompt'] === 'login' ? undefined : login.ts;
      const result = error ? { error } : { login: { accountId: person.sub, ...login, ts } };
      return provider.interactionFinished(request, response, result);
    };
  };
  await rotate();

  return {
    issuer,
    clientId,
    clientSecret,
    behaviour,
    resetBehaviour: () => void Object.assign(behaviour, defaultBehaviour()),
    rotate,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const adapterOf = (stored: Map<string, AdapterPayload>, kind: string): Adapter => {
  const key = (id: string): string => `${kind} ${id}`;
  const remove = (which: (payload: AdapterPayload) => boolean): void => {
    for (const [id, payload] of stored) if (which(payload)) stored.delete(id);
  };
  return {
    upsert: async (id, payload) => void stored.set(key(id), payload),
    find: async (id) => stored.get(key(id)),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void Object.assign(stored.get(key(id)) ?? {}, { consumed: true }),
    destroy: async (id) => void stored.delete(key(id)),
    revokeByGrantId: async (grantId) => remove((payload) => payload.grantId === grantId),
  };
};
