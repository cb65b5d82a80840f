import { resetFactor as resetFactorAt } from '@campus/identity';
import { createClock, timeAt } from '../clock.ts';
import { readConfig } from '../config.ts';
import { joinDatabase } from '../db/open-database.ts';
import { holderByEmail, resetFactorOf } from '../features/accounts/index.ts';
import { ISSUER } from '../issuer.ts';
import { StartError } from '../start-error.ts';
import { type Command, onDatabase } from './command.ts';

/** For an administrator whom no other one can help. */
export const resetFactor: Command = {
  usage: 'reset-factor <e-mail>: take a lost second factor away and sign its owner out everywhere',
  run: async (env, [email]) => {
    if (email === undefined)
      throw new StartError('Say whose: npm run campus -- reset-factor <e-mail>');
    return onDatabase(joinDatabase(readConfig(env)), async (db, { owner }) => {
      const person = await holderByEmail(db, email.trim().toLowerCase());
      if (!person) throw new StartError(`Nobody on campus has the e-mail ${email}.`);
      const identity = {
        issuer: ISSUER,
        resetFactor: (subject: string) => resetFactorAt(owner, subject),
      };
      const clock = createClock();
      await clock.follow(() => timeAt(db));
      await resetFactorOf({ db, clock }, identity, person, null);
      return `The second factor of ${person.name} is reset. The history of the account says so, and a mail tells them.`;
    });
  },
};
