import { readConfig } from '../config.ts';
import { joinDatabase } from '../db/open-database.ts';
import {
  type Check,
  databaseChecks,
  machineChecks,
  outsideChecks,
} from '../features/system/index.ts';
import { StartError } from '../start-error.ts';
import { type Command, onDatabase } from './command.ts';

export const doctor: Command = {
  usage: 'doctor: look at everything that Campus needs, and say what is wrong and what to do',
  async run(env) {
    const config = readConfig(env);
    let wrong = 0;
    const complain = (topic: string, sentence: string): void => {
      wrong += 1;
      console.log(`!!  ${topic}: ${sentence}`);
    };
    const tell = async (checks: readonly Check[]): Promise<void> => {
      for (const look of checks)
        for (const found of await look())
          if ('fine' in found) console.log(`ok  ${found.topic}: ${found.fine}`);
          else complain(found.topic, `${found.text} ${found.toDo}`);
    };
    await tell(machineChecks(config));
    await onDatabase(joinDatabase(config), (db, database) =>
      tell([...databaseChecks(config, db, database), ...outsideChecks(config, db)]),
    ).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error;
      complain('Database', error.message);
      return tell(outsideChecks(config));
    });
    if (wrong > 0) throw new StartError(`${wrong} to mend.`);
    return 'Nothing needs you.';
  },
};
