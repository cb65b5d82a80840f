import { join } from 'node:path';
import { identitySecret, password } from '../data/accounts.ts';
import type { BenchDatabase } from '../data/database.ts';
import { freePort, type Side, startSide } from './process.ts';

export interface CampusSide extends Side {
  /** Signs in as a browser does; answers what asks for an ID token. Each holds for 15 minutes. */
  signIn(email: string): Promise<() => Promise<string>>;
}

const program = join(import.meta.dirname, '../../../apps/server/src/main.ts');

/** Campus as it runs in production: its own entry, its own defaults, its own identity service. */
export const startCampus = async (
  database: BenchDatabase,
  profile?: string,
): Promise<CampusSide> => {
  const port = await freePort();
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
      PUBLIC_URL: `http://localhost:${port}`,
      IDENTITY_SECRET: identitySecret,
      NODE_ENV: 'production',
    },
  });
  return {
    ...side,
    async signIn(email) {
      const signedIn = await fetch(`${side.origin}/identity/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      return async () => {
        const answer = await fetch(`${side.origin}/identity/token`, { headers: { cookie } });
        if (!answer.ok)
          throw new Error(`Signing in answered ${signedIn.status}, ${answer.status}.`);
        const { token } = (await answer.json()) as { token: string };
        return token;
      };
    },
  };
};
