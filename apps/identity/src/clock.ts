import { setTimeout } from 'node:timers/promises';

/** The current time and waiting, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export const systemClock: Clock = { now: () => Date.now(), wait: (ms) => setTimeout(ms) };
