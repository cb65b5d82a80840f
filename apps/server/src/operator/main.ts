import { CampusError } from '../campus-error.ts';
import { MigrationError } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';
import { backup, restore } from './backup.ts';
import { type Command, doctor, factorReset, migrate, trailCheck } from './commands.ts';

const commands = new Map<string, Command>([
  ['backup', backup],
  ['restore', restore],
  ['migrate', migrate],
  ['doctor', doctor],
  ['reset-factor', factorReset],
  ['verify-trail', trailCheck],
]);

const main = async ([name = '', ...args]: readonly string[]): Promise<string> => {
  const command = commands.get(name);
  if (command) return command.run(process.env, args);
  const lines = [...commands.values()].map(({ usage }) => `  ${usage}`);
  throw new StartError(['Usage: node campus.js <command>', ...lines].join('\n'));
};

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const said = [StartError, CampusError, MigrationError].some((known) => error instanceof known);
  console.error(said ? (error as Error).message : error);
  process.exitCode = 1;
}
