import { readConfig } from '../config.ts';
import { migrateAll } from '../db/migrate.ts';
import { joinDatabase } from '../db/open-database.ts';
import { type Command, onDatabase } from './command.ts';

/** A step of its own before the start, with the rights of the tables' owner. */
export const migrateNow: Command = {
  usage: 'migrate: bring the tables up to date, as the next start would',
  run: (env) =>
    onDatabase(joinDatabase(readConfig(env)), async (_, database) => {
      const { applied, warning = '' } = await migrateAll(database);
      const told =
        applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`;
      return `${told} ${warning}`.trimEnd();
    }),
};
