import type { Clock } from '../clock.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test advances it. */
export interface TestClock extends Clock {
  /** The length of every wait in seconds, in the order they began. */
  readonly waits: number[];
  /** Resolves once `count` callers are waiting. */
  sleeping(count: number): Promise<void>;
  pass(seconds: number): void;
}

export const testClock = (): TestClock => {
  let now = Date.now();
  let sleepers: Sleeper[] = [];
  const waits: number[] = [];
  const watchers = new Set<() => void>();
  return {
    waits,
    now: () => now,
    wait(ms) {
      waits.push(ms / 1000);
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.push({ until: now + ms, wake: resolve });
      for (const look of watchers) look();
      return promise;
    },
    async sleeping(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => {
        if (sleepers.length >= count) resolve();
      };
      watchers.add(look);
      look();
      await promise;
      watchers.delete(look);
    },
    pass(seconds) {
      now += seconds * 1000;
      const over = sleepers.filter(({ until }) => until <= now);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of over) wake();
    },
  };
};

/** A clock that advances instead of waiting. */
export const clockWithoutWaits = (): Clock => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    wait: (ms) => Promise.resolve(void (ahead += ms)),
  };
};
