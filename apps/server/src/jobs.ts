import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Work that a process does again and again beside its requests. */
export interface Job {
  readonly name: string;
  /** In a few words, for administrators. */
  readonly does: string;
  /** Does what is due, what takes long only until the signal; answers after how many milliseconds to look again. */
  run(signal?: AbortSignal): Promise<number>;
  /** How long to wait after a run that failed. */
  readonly retryMs: number;
  /** What is written to the log then. */
  readonly failed: string;
}

/** Of this process. Times in milliseconds of the epoch. */
export interface JobState extends Pick<Job, 'name' | 'does' | 'failed'> {
  /** When its last run began, and how long it took. */
  lastRun?: number;
  tookMs?: number;
  /** Undefined while it runs. */
  nextRun?: number | undefined;
  lastSuccess?: number;
  failingSince?: number | undefined;
  error?: unknown;
}

export type Jobs = ReturnType<typeof startJobs>;

/**
 * Runs each job in a loop of its own. What fails again and again is said once, until it has worked.
 * `stop` resolves when the runs at hand are done.
 */
export const startJobs = (jobs: readonly Job[], log: Log, clock: Pick<Clock, 'now'>) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const states = jobs.map(({ name, does, failed }): JobState => ({ name, does, failed }));
  const loops = jobs.map(async (job, at) => {
    const state = states[at] as JobState;
    while (!signal.aborted) {
      const began = clock.now();
      let pause = job.retryMs;
      state.nextRun = undefined;
      try {
        pause = await job.run(signal);
        state.lastSuccess = clock.now();
        state.failingSince = undefined;
      } catch (err) {
        if (state.failingSince === undefined && !signal.aborted) log.error({ err }, job.failed);
        state.failingSince ??= began;
        state.error = err;
      }
      const now = clock.now();
      Object.assign(state, { lastRun: began, tookMs: now - began, nextRun: now + pause });
      // Rejects when it is cut short by a stop, which is what the loop looks for.
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  });
  return {
    states: states as readonly JobState[],
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(loops);
    },
  };
};
