import type { Campus } from '../../campus.ts';
import { storedSettings } from './settings.queries.ts';

interface Log {
  warn(context: object, message: string): void;
}

/** How old another process's change can be before this one knows of it. */
const everyMs = 2000;

/** Takes over what is stored now. */
export const takeSettings = async (campus: Campus): Promise<void> => {
  campus.follow(await storedSettings(campus.pool));
};

/**
 * Keeps this process in step with changes that others store. It asks instead of being told: a
 * notification needs a connection of its own, and gets lost behind a connection pooler.
 */
export const followSettings = (campus: Campus, log: Log): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined;
  let failing = false;
  const look = async (): Promise<void> => {
    try {
      await takeSettings(campus);
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, 'The settings could not be read again; the last ones count.');
      failing = true;
    }
    running = undefined;
  };
  const timer = setInterval(() => (running ??= look()), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
};
