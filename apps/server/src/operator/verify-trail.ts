import { readConfig } from '../config.ts';
import { joinDatabase } from '../db/open-database.ts';
import { verifyTrail } from '../features/trail/index.ts';
import { StartError } from '../start-error.ts';
import { type Command, onDatabase } from './command.ts';

export const verifyTrailNow: Command = {
  usage:
    'verify-trail [digest]: compute the chain of the trail again; with a digest that was kept elsewhere, also whether it is in it',
  async run(env, [kept]) {
    return onDatabase(joinDatabase(readConfig(env)), async (db) => {
      const { problem, segments, entries, digest } = await verifyTrail(db, kept);
      if (problem !== null) throw new StartError(`The trail is broken. ${problem}`);
      return `The trail is unbroken: ${entries} entries in ${segments} segments.\nKeep this digest elsewhere: ${digest}`;
    });
  },
};
