import { createIdentity, type Identity } from '@campus/identity';
import type { UniversityProvider } from '../../../identity/src/testing/university-provider.ts';
import { createLocalJWKSet, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose';
import type { Endpoint, IsoDate } from '@campus/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { refusalStatuses } from '../openapi/refusals.ts';
import {
  accountOfEmail,
  admit,
  queueGuessingMail,
  passwordChosen,
  passwordOwnerOf,
  queuePasswordReset,
  refuseTokensOf,
} from '../features/accounts/index.ts';
import { type Issuer, refuseTokensOfSessions } from '../features/identity/index.ts';
import { type Config, readConfig } from '../config.ts';
import { createClock, type DatabaseClock } from '../clock.ts';
import { type Campus, createCampus } from '../campus.ts';
import { bounded, type DatabaseTimes } from '../db/database.ts';
import { transactionOn } from '../db/db.ts';
import type { JobState } from '../jobs.ts';
import type { Metrics } from '../metrics.ts';
import { createMake, type Person } from './make.ts';
import { audience, identityIssuer, identityOptions, publicUrl } from './test-identity.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The raw body, for files. */
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** Makes HTTP requests as a person, or without signing in. */
export interface Caller {
  // Callers state the type they expect; the reply itself is checked against the contract.
  get<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  patch<T = any>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  send<T = any>(request: RawRequest): Promise<Answer<T>>;
}

export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

export interface TestCampus {
  readonly app: FastifyInstance;
  readonly campus: Campus;
  readonly database: TestDatabase;
  readonly make: ReturnType<typeof createMake>;
  /** This campus's day. */
  readonly today: IsoDate;
  as(person: Person): Caller;
  readonly nobody: Caller;
  /** This campus's identity service; served at /identity with `withIdentity`. */
  readonly identity: Identity;
  /** Signs in with a password; the returned caller sends the session's cookie. */
  signIn(email: string, password: string): Promise<Caller>;
  /** The mounted endpoints, and the routes that are not in the contract. */
  readonly endpoints: Endpoint[];
  readonly routesWithoutEndpoint: string[];
  /** An ID token signed like the identity service's, with the given claims. */
  token(claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const issuer = 'https://identity.test';
const defaultConfig = readConfig({});

/** The whole API on its own database, on a Wednesday afternoon in term. */
export const testCampus = async (
  at: {
    now?: Date;
    /** Dates sessions and tokens; without `now`, days follow it too. */
    clock?: DatabaseClock;
    timezone?: string;
    withIdentity?: boolean;
    /** In a demo, administrators need no second factor. */
    demo?: boolean;
    /** A university's provider, at which people may sign in as well. */
    university?: UniversityProvider & { readonly acrValues?: readonly string[] };
    /** Further issuers whose tokens are accepted. */
    issuers?: readonly Issuer[];
    times?: DatabaseTimes;
    /** Default: a new one. */
    database?: TestDatabase;
    logger?: FastifyBaseLogger;
    /** The operator's configuration. */
    config?: Config;
    metrics?: Metrics;
    jobs?: () => readonly JobState[];
  } = {},
): Promise<TestCampus> => {
  const now = at.now ?? new Date('2026-03-11T14:00:00Z');
  const clock = at.clock ?? createClock({ machine: () => Date.now() });
  const timezone = at.timezone ?? 'Europe/Berlin';
  const database = at.database ?? (await testDatabase(at.times));
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const campus = createCampus({
    db: database,
    timezone,
    clock,
    ...((at.now || !at.clock) && { now: () => now }),
  });
  const identity: Identity = createIdentity({
    ...identityOptions(database.connection),
    ...(at.times && {
      connection: { ...database.connection, ...bounded(at.times), max: 4 },
    }),
    ...(at.clock && { clock }),
    onResetRequest: (email, own) => queuePasswordReset(database, email, own),
    onGuessing: (email, notice) => queueGuessingMail(database, email, notice),
    passwordOwner: (subject) => passwordOwnerOf(campus, identityIssuer, subject),
    onPasswordChosen: (client, subject, way) =>
      passwordChosen(transactionOn(client), identityIssuer, subject, way),
    onFactorChanged: (client, subject) =>
      refuseTokensOf(transactionOn(client), identityIssuer, subject),
    onSessionsEnded: (ids) => refuseTokensOfSessions(database, ids),
    admit: (account) => admit(database, identityIssuer, account),
    ...(at.university && {
      university: {
        acrValues: [],
        ...at.university,
        trustEmail: false,
        accountOf: (email: string) => accountOfEmail({ db: database, identity }, email),
      },
    }),
  });
  const endpoints: Endpoint[] = [];
  const routesWithoutEndpoint: string[] = [];
  const app = await buildApp({
    onRoute: ({ method, url, config }) => {
      if (method === 'HEAD') return;
      if (config?.endpoint) endpoints.push(config.endpoint);
      else routesWithoutEndpoint.push(`${String(method)} ${url}`);
    },
    campus,
    shares: database.shares,
    identity,
    issuers: [
      ...(at.issuers ?? []),
      { issuer, audience, keys: () => Promise.resolve(keys.publicKey) },
      {
        issuer: identityIssuer,
        audience,
        keys: async (...token) => {
          const published = await app.inject('/identity/jwks');
          return createLocalJWKSet(published.json<JSONWebKeySet>())(...token);
        },
      },
    ],
    demandsFactor: at.demo !== true,
    checkReplies: true,
    trustProxy: false,
    system: { config: at.config ?? defaultConfig, roles: database, jobs: at.jobs ?? (() => []) },
    ...(at.metrics && { metrics: at.metrics }),
    ...(at.logger && { logger: at.logger }),
  });

  const undocumented = new Set<string>();
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const status = reply.statusCode;
    if (endpoint && status >= 400 && !refusalStatuses(endpoint).includes(status))
      undocumented.add(`${endpoint.method} ${endpoint.path} answered ${status}`);
    done();
  });

  if (at.withIdentity) await identity.register(app);

  const token = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT({
      iss: issuer,
      aud: audience,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 900,
      auth_time: Math.floor(Date.now() / 1000),
      email_verified: true,
      amr: ['otp', 'mfa'],
      ...claims,
    })
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(keys.privateKey);

  const caller = (authorization: () => Promise<Record<string, string>>): Caller => {
    const send = async <T>({ method, path, body, headers }: RawRequest): Promise<Answer<T>> => {
      const answer = await app.inject({
        method,
        url: path,
        headers: { ...(await authorization()), ...headers },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return {
        status: answer.statusCode,
        body: (isJson ? answer.json() : answer.body) as T,
        bytes: answer.rawPayload,
        headers: answer.headers,
      };
    };
    return {
      send,
      get: (path, headers) => send({ method: 'GET', path, ...(headers && { headers }) }),
      patch: (path, body, headers) =>
        send({
          method: 'PATCH',
          path,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      post: (path, body, headers) =>
        send({
          method: 'POST',
          path,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        }),
    };
  };

  return {
    app,
    campus,
    database,
    endpoints,
    routesWithoutEndpoint,
    make: createMake(database, campus.today()),
    today: campus.today(),
    token,
    nobody: caller(() => Promise.resolve({})),
    identity,
    signIn: async (email, password) => {
      const signedIn = await app.inject({
        method: 'POST',
        url: '/identity/sign-in/email',
        headers: { origin: publicUrl },
        payload: { email, password },
      });
      const [session] = signedIn.cookies;
      if (!session) throw new Error(`Nobody was signed in: ${signedIn.body}`);
      const cookie = `${session.name}=${encodeURIComponent(session.value)}`;
      const answer = await app.inject({ url: '/identity/token', headers: { cookie } });
      const { token: idToken } = answer.json<{ token: string }>();
      return caller(() => Promise.resolve({ cookie, authorization: `Bearer ${idToken}` }));
    },
    as: (person) => {
      const signed = token({ sub: `person-${person.id}`, email: person.email, name: person.name });
      return caller(async () => ({ authorization: `Bearer ${await signed}` }));
    },
    close: async () => {
      await app.close();
      await identity.close();
      await database.drop();
      if (undocumented.size > 0)
        throw new Error(
          `The API's description leaves out (see alsoRefuses): ${[...undocumented].join(', ')}`,
        );
    },
  };
};
