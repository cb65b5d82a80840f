import type { Campus } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import type { Job } from '../../jobs.ts';
import { lockSettings, settingsAndTime } from './settings.queries.ts';

/** How old another process's change can be before this one knows of it. */
const everyMs = 2000;

/** Takes over what is stored now, and the time at the database. */
export const takeSettings = async (campus: Campus): Promise<void> => {
  campus.follow(await campus.clock.follow(() => settingsAndTime(campus.db)));
};

/**
 * Brings the identity service in step with what is stored here. Repeating it is harmless; anyone who does
 * so at the same moment waits, so that the last one hands over what was stored last.
 */
export const handOverPasswords = ({ db }: Pick<Campus, 'db'>, identity: PasswordPolicyClient) =>
  inTransaction(db, async (tx) => {
    const { passwords } = await lockSettings(tx);
    if (passwords) await identity.setPasswordPolicy(passwords);
  });

/**
 * Keeps this process in step with changes that others store, and the identity service with what is
 * stored: its password policy is handed over again until that has worked once for each version. It asks
 * instead of being told: a notification needs a connection of its own, and gets lost behind a
 * connection pooler.
 */
export const settingsJob = (campus: Campus, identity: PasswordPolicyClient): Job => {
  let handedOver = campus.settings.version;
  return {
    name: 'Settings',
    does: 'Follows what administrators set, and the clock',
    retryMs: everyMs,
    failed: 'The settings could not be followed; the last ones count.',
    async run() {
      await takeSettings(campus);
      const { version } = campus.settings;
      if (version !== handedOver) await handOverPasswords(campus, identity);
      handedOver = version;
      return everyMs;
    },
  };
};
