import { setTimeout as wait } from 'node:timers/promises';
import { type Db, number } from './db/db.ts';

/** The time by which everything is decided: that of the database, which all processes share. */
export interface Clock {
  /** Milliseconds of the epoch. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface DatabaseClock extends Clock {
  /** How far this machine's clock is behind the database's, in milliseconds; negative: ahead. */
  readonly behind: number;
  /** Asks the database for its time, together with whatever else it is asked; follows its answer. */
  follow<T extends { readonly databaseTime: number }>(ask: () => Promise<T>): Promise<T>;
}

/** In milliseconds of the epoch, for a statement that `follow` runs. */
export const databaseTime = 'extract(epoch from clock_timestamp())::float8 * 1000';

/** The question alone. */
export const timeAt = (db: Db) =>
  db.one({ databaseTime: number }, `select ${databaseTime} as "databaseTime"`);

/** Beyond this, in milliseconds, libraries are not left to the machine's clock either. */
const farOff = 1000;

interface ClockOptions {
  /** The machine's clock. */
  readonly machine?: () => number;
  /** Told, with the corrected time, whenever the machine was found far off. */
  readonly whenFarOff?: (clock: DatabaseClock) => void;
}

const MachineDate = Date;

/** This machine's clock, put right by what was measured between it and the database's. */
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
      // What lies within the journey of the question is no reason to move: time would go back and forth.
      if (Math.abs(measured - behind) > (after - before) / 2 + 1) behind = Math.round(measured);
      if (Math.abs(behind) >= farOff) whenFarOff?.(clock);
      return answer;
    },
  };
  return clock;
};

/**
 * Puts the process's `Date` right, which is all that libraries ask: better-auth for sessions and codes,
 * openid-client for tokens. Only for a machine that is far off; harmless when repeated.
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
