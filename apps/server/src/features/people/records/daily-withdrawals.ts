import type { Campus } from '../../../campus.ts';
import { carryOutWithdrawals } from './withdrawal.service.ts';

interface Log {
  warn(context: object, message: string): void;
}

const everyMinute = 60_000;

/**
 * Carries out the withdrawals that are due: at once, and within a minute of each midnight on campus.
 * What fails is tried again a minute later.
 */
export const startWithdrawals = (campus: Campus, log: Log): { stop(): Promise<void> } => {
  let doneFor = '';
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const today = campus.today();
    try {
      await carryOutWithdrawals(campus);
      doneFor = today;
    } catch (err) {
      log.warn({ err }, 'Withdrawals that are due could not be carried out.');
    }
    running = undefined;
  };
  const look = (): void => {
    if (doneFor !== campus.today()) running ??= run();
  };

  look();
  const timer = setInterval(look, everyMinute);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};
