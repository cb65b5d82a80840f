import { type Act, recordActs } from './acts.ts';
import type { Log } from '../log.ts';
import type { Db } from './db.ts';
import { withoutLimits } from './shares.ts';

/** How long reads are collected before they are written together. */
const pauseMs = 1000;
const atOnce = 1000;

export type ReadActs = ReturnType<typeof createReadActs>;

/** Records reads of people's records in the audit trail, in batches. A crash loses those of the last second. */
export const createReadActs = (db: Db, log: Log) => {
  let waiting: { act: Act; since: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atOnce);
      const now = performance.now();
      await recordActs(
        db,
        batch.map(({ act, since }) => ({ ...act, agoMs: now - since })),
      );
      waiting = waiting.slice(batch.length);
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((err: unknown) => {
      log.error({ err }, 'Reads could not be written to the trail; they are tried again.');
      later();
    });
    return writing;
  };
  const later = (): void => {
    timer ??= setTimeout(() => withoutLimits(() => void flush()), pauseMs).unref();
  };

  return {
    add(act: Act): void {
      waiting.push({ act, since: performance.now() });
      later();
    },
    /** Writes all that are waiting. */
    flush,
  };
};
