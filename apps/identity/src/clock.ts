import { setTimeout } from 'node:timers/promises';

/** The time by which everything is decided here, and waiting for it. */
export interface Clock {
  /** Milliseconds of the epoch. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export const systemClock: Clock = { now: () => Date.now(), wait: (ms) => setTimeout(ms) };
