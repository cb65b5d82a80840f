import { setTimeout as wait } from 'node:timers/promises';

/** Work that a process does again and again beside its requests. */
export interface Job {
  /** Does what is due, what takes long only until the signal; answers after how many milliseconds to look again. */
  run(signal?: AbortSignal): Promise<number>;
  /** How long to wait after a run that failed. */
  readonly retryMs: number;
  /** What is written to the log then. */
  readonly failed: string;
}

interface Log {
  error(details: object, sentence: string): void;
}

/**
 * Runs each job in a loop of its own. What fails again and again is said once, until it has worked.
 * `stop` resolves when the runs at hand are done.
 */
export const startJobs = (jobs: readonly Job[], log: Log): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = jobs.map(async (job) => {
    let failing = false;
    while (!signal.aborted) {
      let pause = job.retryMs;
      try {
        pause = await job.run(signal);
        failing = false;
      } catch (err) {
        if (!failing && !signal.aborted) log.error({ err }, job.failed);
        failing = true;
      }
      // Rejects when it is cut short by a stop, which is what the loop looks for.
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
};
