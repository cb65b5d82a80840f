import { randomBytes } from 'node:crypto';
import fastify, {
  type FastifyInstance,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import { Pool } from 'pg';
import type pg from 'pg';
import { inject } from 'vitest';
import { openPool } from '../database.ts';
import { clockWithoutWaits } from './test-clock.ts';
import { createIdentity, type Identity, type IdentityOptions } from '../index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Provided by the global setup: the PostgreSQL server, as the owner and as the user the service runs
     * as, the name of that user, the template database, and the prefix of the names of test databases.
     */
    readonly testServer: {
      readonly admin: { readonly connectionString: string };
      readonly service: { readonly connectionString: string };
      readonly role: string;
      readonly template: string;
      readonly prefix: string;
    };
  }
}

export const origin = 'http://localhost:8150';
export const issuer = 'https://campus.example.edu/identity';
export const audience = 'campus-api';

export interface TestDatabase {
  /** With the privileges of the service. */
  readonly connection: pg.PoolConfig;
  readonly owner: pg.PoolConfig;
  /** With the privileges of the owner. */
  sql<Row extends pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  drop(): Promise<void>;
}

const inDatabase = (server: { readonly connectionString: string }, name: string) => {
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  return { connectionString: url.href };
};

/** Creates a migrated database for one test file. */
export const openDatabase = async (): Promise<TestDatabase> => {
  const { admin, service, template, prefix } = inject('testServer');
  const name = `${prefix}_identity_${randomBytes(6).toString('hex')}`;
  const server = new Pool({ ...admin, max: 1 });
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  const owner = inDatabase(admin, name);
  const pool = openPool({ ...owner, max: 2 }, { warn() {}, error() {} });
  return {
    connection: inDatabase(service, name),
    owner,
    sql: (text, values) => pool.query(text, values),
    async drop() {
      await pool.end();
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
};

export interface TestIdentity {
  readonly identity: Identity;
  readonly app: FastifyInstance;
  /** What the service has logged. */
  readonly log: string[];
  /** The e-mails for which a new password was requested. */
  readonly resetRequests: string[];
  /** The notices to owners whose passwords were guessed. */
  readonly notices: string[];
  /** Makes a call as a page of the campus does: with its origin, and JSON. */
  post(path: string, body?: unknown, more?: Partial<InjectOptions>): Promise<Reply>;
  get(path: string, more?: Partial<InjectOptions>): Promise<Reply>;
  /** Signs in and returns the cookie as the browser would send it back. */
  signIn(email: string, password: string): Promise<string>;
  close(): Promise<void>;
}

export type Reply = LightMyRequestResponse;

/** Starts the service behind an HTTP server that is called without a network. */
export const openIdentity = async (
  connection: pg.PoolConfig,
  options: Partial<IdentityOptions> = {},
): Promise<TestIdentity> => {
  const log: string[] = [];
  const resetRequests: string[] = [];
  const notices: string[] = [];
  const identity = createIdentity({
    connection: { ...connection, max: 10 },
    publicUrl: origin,
    secret: 'a secret of at least thirty-two characters',
    issuer,
    audience,
    trustedOrigins: (candidate) => candidate === 'http://127.0.0.1:8150',
    log: {
      warn: (_details, sentence) => log.push(sentence),
      error: (_details, sentence) => log.push(sentence),
    },
    onResetRequest: (email, own) =>
      Promise.resolve(void resetRequests.push(own ? `${email}, own` : email)),
    onGuessing: (email, notice) => Promise.resolve(void notices.push(`${notice} ${email}`)),
    passwordOwner: () => Promise.resolve({ policy: null, minLength: 0, words: [] }),
    onPasswordChosen: () => Promise.resolve(),
    onFactorChanged: () => Promise.resolve(),
    clock: clockWithoutWaits(),
    onSessionsEnded: () => Promise.resolve(),
    admit: () => Promise.resolve({ active: true, issuedAt: Date.now() }),
    ...options,
  });
  const app = fastify();
  await identity.register(app);

  const post: TestIdentity['post'] = (path, body, more = {}) =>
    app.inject({
      method: 'POST',
      url: `/identity${path}`,
      ...more,
      headers: { origin, ...more.headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    identity,
    app,
    log,
    resetRequests,
    notices,
    post,
    get: (path, more = {}) => app.inject({ method: 'GET', url: `/identity${path}`, ...more }),
    async signIn(email, password) {
      return cookieOf(await post('/sign-in/email', { email, password }));
    },
    async close() {
      await app.close();
      await identity.close();
    },
  };
};

/** Every cookie set, the session’s first, as the browser would send it back. */
export const cookiesOf = (reply: Reply): string[] =>
  reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);

export const cookieOf = (reply: Reply): string => {
  const [cookie] = cookiesOf(reply);
  if (!cookie) throw new Error(`No cookie came with ${reply.statusCode} ${reply.body}`);
  return cookie;
};
