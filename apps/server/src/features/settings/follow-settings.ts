import type { Campus } from '../../campus.ts';
import type { Job } from '../../jobs.ts';
import { settingsAndTime } from './settings.queries.ts';

/** The longest time until a change made by another process is noticed. */
const everyMs = 2000;

/** Takes over the stored settings, and the database's time. */
export const reloadSettings = async (campus: Campus): Promise<void> => {
  campus.follow(await campus.clock.follow(() => settingsAndTime(campus.db)));
};

/**
 * Keeps this process in step with changes that others store. It polls: a notification would need a connection of its
 * own, and gets lost behind a connection pooler.
 */
export const settingsJob = (campus: Campus): Job => ({
  name: 'Settings',
  does: 'Follows what administrators set, and the clock',
  retryMs: everyMs,
  failed: 'The settings could not be followed; the last ones count.',
  async run() {
    await reloadSettings(campus);
    return everyMs;
  },
});
