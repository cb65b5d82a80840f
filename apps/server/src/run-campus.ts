import type { RequestListener } from 'node:http';
import { atPort } from './config.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/open-database.ts';
import type { OpenDatabase } from './db/open-database.ts';
import { openFrontDoor } from './http/front-door.ts';
import { createReadiness } from './http/health.ts';
import type { Readiness } from './http/health.ts';
import { replyHeaders } from './http/reply-headers.ts';

/** What `compose` makes the parts of Campus from. */
export interface ComposeOptions {
  /** With the port in use. */
  readonly config: Config;
  readonly database: OpenDatabase;
  /** Told what the start is busy with; given the checks of whatever is made. */
  readonly readiness: Readiness;
}

/** The parts put together: ready to answer. */
export interface Application {
  readonly listener: RequestListener;
  /** Lines for the operator, shown after the address. */
  readonly notices: readonly string[];
  /** Called after the last request was answered, before the database stops. */
  close(): Promise<void>;
}

export type Compose = (options: ComposeOptions) => Promise<Application>;

export interface RunningCampus {
  readonly config: Config;
  /** Resolves with the notices when everything answers; rejects when the start failed. */
  readonly ready: Promise<readonly string[]>;
  /** Resolves with a sentence if the database is lost. */
  readonly lost: Promise<string>;
  /** Also during the start; any number of times. Resolves when nothing of ours runs any more. */
  stop(): Promise<void>;
}

/** Listens, then starts the database and the application behind the open door. */
export async function runCampus(wanted: Config, compose: Compose): Promise<RunningCampus> {
  const readiness = createReadiness();
  const door = await openFrontDoor(wanted.hosts, wanted.port, readiness, {
    ...wanted.arrival,
    proxies: wanted.trustProxy,
    headers: replyHeaders(wanted),
  });
  const config = atPort(wanted, door.port);
  const lost = Promise.withResolvers<string>();
  const closers: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const giveUp = new AbortController();

  const start = async (): Promise<readonly string[]> => {
    readiness.waitFor('The database is starting.');
    const database = await openDatabase(config, giveUp.signal);
    closers.push(() => database.stop());
    void database.lost.then(lost.resolve);
    refuseIfStopping();
    const application = await compose({ config, database, readiness });
    closers.push(() => application.close());
    refuseIfStopping();
    door.serve(application.listener);
    readiness.started();
    return application.notices;
  };
  const refuseIfStopping = (): void => {
    if (stopped !== undefined) throw new StoppedDuringStart();
  };

  const ready = start().catch((error: unknown) => {
    // Whatever a stop made fail is not the reason of the end.
    throw stopped === undefined ? error : new StoppedDuringStart();
  });
  const stop = async (): Promise<void> => {
    readiness.waitFor('Campus is stopping.');
    giveUp.abort();
    await door.close();
    // A start under way ends at its next step; why it failed is told through `ready`.
    await ready.catch(() => undefined);
    for (const close of closers.toReversed()) await close();
  };
  return { config, ready, lost: lost.promise, stop: () => (stopped ??= stop()) };
}

/** The start was given up because the process is to stop: not a failure. */
export class StoppedDuringStart extends Error {
  override readonly name = 'StoppedDuringStart';
}
