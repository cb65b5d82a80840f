import { join } from 'node:path';
import { freePort } from '@campus/server/src/db/embedded/address.ts';
import { codeOf } from '../../../apps/identity/src/testing/authenticator.ts';
import { identitySecret, password } from '../data/accounts.ts';
import type { BenchDatabase } from '../data/database.ts';
import { adminEmail } from '../data/generate.ts';
import { type Side, startSide } from './process.ts';

export interface CampusSide extends Side {
  /** Signs in as the sign-in page does; returns a function that requests an ID token. Each is valid for 15 minutes. */
  signIn(email: string): Promise<() => Promise<string>>;
}

/** By database and person; a session outlives the Campus that created it. */
const sessions = new Map<string, Promise<string>>();

/** The cookie of a session; the administrator's has a second factor. */
const openSession = async (
  { origin, publicUrl }: { origin: string; publicUrl: string },
  email: string,
): Promise<string> => {
  const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
    const answer = await fetch(`${origin}/identity${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return answer;
  };
  const cookieOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  const cookie = cookieOf(await post('/sign-in/email', { email, password }));
  if (email !== adminEmail) return cookie;
  const begun = await post('/second-factor/begin', {}, cookie);
  const { key } = (await begun.json()) as { key: string };
  return cookieOf(await post('/second-factor/confirm', { code: codeOf(key) }, cookie));
};

const program = join(import.meta.dirname, '../../../apps/server/dist/main.js');

/** Starts Campus as in production: its own entry point, defaults and identity service. */
export const startCampus = async (
  database: BenchDatabase,
  profile?: string,
): Promise<CampusSide> => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const side = await startSide({
    program,
    port,
    folder: database.folder,
    profile,
    env: {
      DATABASE_URL: database.connection.connectionString,
      CAMPUS_DEMO: '0',
      CAMPUS_TIMEZONE: 'UTC',
      CAMPUS_DATA_DIR: database.folder,
      PUBLIC_URL: publicUrl,
      IDENTITY_SECRET: identitySecret,
      NODE_ENV: 'production',
    },
  });
  const newToken = async (cookie: string): Promise<string> => {
    const answer = await fetch(`${side.origin}/identity/token`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`A token was answered ${answer.status}.`);
    const { token } = (await answer.json()) as { token: string };
    return token;
  };
  const signIn = async (email: string): Promise<string> => {
    const cookie = await openSession({ origin: side.origin, publicUrl }, email);
    const answer = await fetch(`${side.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: await newToken(cookie) }),
    });
    if (!answer.ok) throw new Error(`The login of ${email} was answered ${answer.status}.`);
    return cookie;
  };
  return {
    ...side,
    async signIn(email) {
      const key = `${database.folder} ${email}`;
      const signedIn = sessions.get(key) ?? signIn(email);
      sessions.set(key, signedIn);
      const cookie = await signedIn;
      return () => newToken(cookie);
    },
  };
};
