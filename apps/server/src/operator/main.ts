import { resetFactor as resetFactorAt } from '@campus/identity';
import { CampusError } from '../campus-error.ts';
import { readConfig } from '../config.ts';
import type { Connection } from '../db/connection.ts';
import { createDb } from '../db/database.ts';
import { joinDatabase } from '../db/open-database.ts';
import { holderByEmail, resetFactorOf } from '../features/accounts/index.ts';
import { ISSUER } from '../issuer.ts';
import { StartError } from '../start-error.ts';

/** For an administrator whom no other one can help. */
const resetFactor = async (connection: Connection, [email]: readonly string[]): Promise<string> => {
  if (email === undefined)
    throw new StartError('Say whose: npm run campus -- reset-factor <e-mail>');
  const db = createDb(connection, { onIdleError: () => {} });
  try {
    const person = await holderByEmail(db, email.trim().toLowerCase());
    if (!person) throw new StartError(`Nobody on campus has the e-mail ${email}.`);
    const identity = {
      issuer: ISSUER,
      resetFactor: (subject: string) => resetFactorAt(connection, subject),
    };
    await resetFactorOf(db, identity, person, null);
    return `The second factor of ${person.name} is reset. The history of the account says so, and a mail tells them.`;
  } finally {
    await db.close();
  }
};

/**
 * What `npm run campus -- <command>` can do, beside a running Campus or without one. Each answers its
 * last sentence, and throws a `StartError` or `CampusError` with one where it fails.
 */
const commands = new Map([
  [
    'reset-factor',
    {
      usage:
        'reset-factor <e-mail>: take a lost second factor away and sign its owner out everywhere',
      run: resetFactor,
    },
  ],
]);

const main = async ([name = '', ...args]: readonly string[]): Promise<string> => {
  const command = commands.get(name);
  if (!command) {
    const lines = [...commands.values()].map(({ usage }) => `  ${usage}`);
    throw new StartError(['Usage: npm run campus -- <command>', ...lines].join('\n'));
  }
  const database = await joinDatabase(readConfig(process.env));
  try {
    return await command.run(database.connection, args);
  } finally {
    await database.stop();
  }
};

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const said = error instanceof StartError || error instanceof CampusError;
  console.error(said ? error.message : error);
  process.exitCode = 1;
}
