import type { Campus } from '../../campus.ts';
import type { Job } from '../../jobs.ts';
import { settingsAndTime } from './settings.queries.ts';

/** How old another process's change can be before this one knows of it. */
const everyMs = 2000;

/** Takes over what is stored now, and the time at the database. */
export const takeSettings = async (campus: Campus): Promise<void> => {
  campus.follow(await campus.clock.follow(() => settingsAndTime(campus.db)));
};

/**
 * Keeps this process in step with changes that others store. It asks instead of being told: a
 * notification needs a connection of its own, and gets lost behind a connection pooler.
 */
export const settingsJob = (campus: Campus): Job => ({
  name: 'Settings',
  does: 'Follows what administrators set, and the clock',
  retryMs: everyMs,
  failed: 'The settings could not be followed; the last ones count.',
  async run() {
    await takeSettings(campus);
    return everyMs;
  },
});
