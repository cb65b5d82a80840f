import type { Campus } from '../../campus.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import { handOverPasswords } from './hand-over-passwords.ts';
import { storedSettings } from './settings.queries.ts';

interface Log {
  warn(context: object, message: string): void;
}

/** How old another process's change can be before this one knows of it. */
const everyMs = 2000;

/** Takes over what is stored now. */
export const takeSettings = async (campus: Campus): Promise<void> => {
  campus.follow(await storedSettings(campus.db));
};

/**
 * Keeps this process in step with changes that others store, and the identity service with what is
 * stored: its password policy is handed over again until that has worked once for each version. It asks instead of being told: a
 * notification needs a connection of its own, and gets lost behind a connection pooler.
 */
export const followSettings = (
  campus: Campus,
  identity: PasswordPolicyClient,
  log: Log,
): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined;
  let failing = false;
  let handedOver = campus.settings.version;
  const look = async (): Promise<void> => {
    try {
      await takeSettings(campus);
      const { version } = campus.settings;
      if (version !== handedOver) await handOverPasswords(campus, identity);
      handedOver = version;
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, 'The settings could not be followed; the last ones count.');
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
