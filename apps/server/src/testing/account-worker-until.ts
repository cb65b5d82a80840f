// Does the account tasks of a database and stops before or after one external call (`STOP_AT`), to be
// killed there. Prints where it stopped.
import { createIdentity } from '@campus/identity';
import { createDb } from '../db/database.ts';
import { createAccountWorker } from '../features/accounts/index.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { identityOptions, publicUrl } from './test-identity.ts';

const { DATABASE_URL = '', SMTP_URL = '', STOP_AT } = process.env;
const connection = { connectionString: DATABASE_URL };
const db = createDb(connection);

/** Never resolves at the place where it is to be killed. */
const pass = async (place: string): Promise<void> => {
  if (place !== STOP_AT) return;
  process.stdout.write(`at ${place}\n`);
  setInterval(() => undefined, 60_000);
  await new Promise(() => undefined);
};

const stopping = <T extends object>(client: T): T =>
  new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        await pass(`before ${String(name)}`);
        const result: unknown = await Reflect.apply(value, target, given);
        await pass(`after ${String(name)}`);
        return result;
      };
    },
  });

const worker = createAccountWorker({
  db,
  identity: stopping(createIdentity(identityOptions(connection))),
  mailer: stopping(createSmtpMailer({ url: SMTP_URL, from: 'campus@example.edu' })),
  links: { publicUrl, timezone: () => 'Europe/Berlin', invitationHolds: '14 days' },
  mailsPerMinute: 6000,
  log: {
    error: (details, sentence) => process.stderr.write(`${sentence} ${JSON.stringify(details)}\n`),
  },
});
await worker.workThrough();
await pass('the end');
