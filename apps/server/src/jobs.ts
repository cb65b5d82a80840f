import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Recurring background work of a process. */
export interface Job {
  readonly name: string;
  /** What it does in a few words, for administrators. */
  readonly does: string;
  /** Does what is due, stopping early on the signal; returns the milliseconds to wait before the next run. */
  run(signal?: AbortSignal): Promise<number>;
  /** Milliseconds to wait after a failed run. */
  readonly retryMs: number;
  /** The log message for a failed run. */
  readonly failed: string;
}

/** A job's state in this process. Times in milliseconds since 1970. */
export interface JobState extends Pick<Job, 'name' | 'does' | 'failed'> {
  /** When the last run began. */
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
 * Runs each job in its own loop. Repeated failures are logged once, until the job has succeeded.
 * `stop` resolves when the current runs are done.
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
      // Rejects when stopped early; the loop checks the signal.
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
