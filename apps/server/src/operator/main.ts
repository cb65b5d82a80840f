import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { joinDatabase } from '../db/open-database.ts';
import { CampusError } from '../campus-error.ts';
import { StartError } from '../start-error.ts';
import type { OperatorCommand } from './command.ts';
import { resetFactor } from './reset-factor.ts';

/** What `npm run campus -- <command>` can do, beside a running Campus or without one. */
const commands: ReadonlyMap<string, OperatorCommand> = new Map([['reset-factor', resetFactor]]);

const usage = (): string =>
  [
    'Usage: npm run campus -- <command>',
    ...[...commands].map(([name, { takes, summary }]) => `  ${name} ${takes}: ${summary}`),
  ].join('\n');

async function main([name = '', ...args]: readonly string[]): Promise<string> {
  const command = commands.get(name);
  if (!command) throw new StartError(usage());
  const config = readConfig(process.env, {
    root: join(import.meta.dirname, '../../../..'),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const database = await joinDatabase(config);
  try {
    return await command.run({ config, connection: database.connection }, args);
  } finally {
    await database.stop();
  }
}

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const said = error instanceof StartError || error instanceof CampusError;
  console.error(said ? error.message : error);
  process.exitCode = 1;
}
