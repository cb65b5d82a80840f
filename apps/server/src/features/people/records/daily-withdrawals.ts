import type { Campus } from '../../../campus.ts';
import type { Job } from '../../../jobs.ts';
import { applyDueWithdrawals } from './withdrawal.service.ts';

const everyMinute = 60_000;

/**
 * Carries out the withdrawals that are due: at the start, and within a minute of each midnight on campus, or of a bulk
 * change that was begun before it and stored afterwards.
 */
export const withdrawalsJob = (campus: Campus): Job => ({
  name: 'Withdrawals',
  does: 'Ends the access of students on their last day',
  retryMs: everyMinute,
  failed: 'Withdrawals that are due could not be carried out.',
  async run() {
    await applyDueWithdrawals(campus);
    return everyMinute;
  },
});
