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

const usages = [...commands.values()].map(({ usage }) => `  ${usage}`);
const help = ['Usage: node campus.js <command>', ...usages].join('\n');

const main = async ([name, ...args]: readonly string[]): Promise<string> => {
  if (name === 'help' || name === '--help' || name === '-h') return help;
  const command = commands.get(name ?? '');
  if (!command)
    throw new StartError(name === undefined ? help : `There is no command ${name}.\n${help}`);
  const [synopsis = ''] = command.usage.split(': ');
  const most = synopsis.split(' ').length - 1;
  if (args.length > most) throw new StartError(`Usage: node campus.js ${command.usage}`);
  return command.run(process.env, args);
};

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  const said = [StartError, CampusError, MigrationError].some((known) => error instanceof known);
  console.error(said ? (error as Error).message : error);
  process.exitCode = 1;
}
