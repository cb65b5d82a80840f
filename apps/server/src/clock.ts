import { setTimeout as wait } from 'node:timers/promises';
import { type Db, number } from './db/db.ts';

/** The database's time, by which everything is decided and which all processes share. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface DatabaseClock extends Clock {
  /** Milliseconds by which this machine's clock is behind the database's; negative when ahead. */
  readonly behind: number;
  /** Runs a query that also returns the database's time, and adjusts this clock to it. */
  follow<T extends { readonly databaseTime: number }>(ask: () => Promise<T>): Promise<T>;
}

/** SQL for a statement run by `follow`, in milliseconds since 1970. */
export const databaseTime = 'extract(epoch from clock_timestamp())::float8 * 1000';

/** Queries the database's time and nothing else. */
export const timeAt = (db: Db) =>
  db.one({ databaseTime: number }, `select ${databaseTime} as "databaseTime"`);

/** From this difference on, in milliseconds, `Date` is corrected for libraries as well. */
const farOff = 1000;

interface ClockOptions {
  readonly machine?: () => number;
  /** Called with this clock whenever the machine's was found far off. */
  readonly whenFarOff?: (clock: DatabaseClock) => void;
}

const MachineDate = Date;

/** This machine's clock, corrected by its measured difference from the database's. */
export const createClock = (options: ClockOptions = {}): DatabaseClock => {
  const { machine = () => MachineDate.now(), whenFarOff } = options;
  let behind = 0;
  const clock: DatabaseClock = {
    now: () => machine() + behind,
    wait: (ms) => wait(ms),
    get behind() {
      return behind;
    },
    async follow(ask) {
      const before = machine();
      const answer = await ask();
      const after = machine();
      const measured = answer.databaseTime - (before + after) / 2;
      // A difference within the round trip is ignored: otherwise time would jump back and forth.
      if (Math.abs(measured - behind) > (after - before) / 2 + 1) behind = Math.round(measured);
      if (Math.abs(behind) >= farOff) whenFarOff?.(clock);
      return answer;
    },
  };
  return clock;
};

/**
 * Corrects the process's `Date`, which libraries use: better-auth for sessions and codes,
 * openid-client for tokens. Only for a machine that is far off; may be called repeatedly.
 */
export const correctDate = (clock: Clock): void => {
  if (globalThis.Date !== MachineDate) return;
  const now = (): number => clock.now();
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, given, maker) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, maker) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
};
