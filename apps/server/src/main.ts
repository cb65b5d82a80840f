import { atPort, type Config, readConfig } from './config.ts';
import { makeBackupFolder } from './data-folder.ts';
import { MigrationError } from './db/migrate.ts';
import { nameFault } from './db/name-fault.ts';
import { openDatabase } from './db/open-database.ts';
import { openListener } from './http/listener.ts';
import { createReadiness } from './http/health.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { StartError } from './start-error.ts';

/** The start was abandoned because the process is asked to stop: not a failure. */
class StoppedDuringStart extends Error {
  override readonly name = 'StoppedDuringStart';
}

/** Listens, then starts the database and the application behind it. */
const runCampus = async (wanted: Config) => {
  const readiness = createReadiness();
  const listener = await openListener(wanted.hosts, wanted.port, readiness, {
    ...wanted.arrival,
    proxies: wanted.trustProxy,
    headers: replyHeaders(wanted),
  });
  const config = atPort(wanted, listener.port);
  const lost = Promise.withResolvers<string>();
  const closers: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | undefined;
  const giveUp = new AbortController();

  const start = async (): Promise<readonly string[]> => {
    readiness.waitFor('The database is starting.');
    // In parallel: the database takes as long to start as the application’s code to load.
    const load = () => import('./compose.ts');
    const database = await openDatabase(config, {
      signal: giveUp.signal,
      waiting: (sentence) => {
        readiness.waitFor(sentence);
        console.log(sentence);
      },
      launched: () => void load(),
      restarted: (sentence) => console.error(sentence),
    });
    closers.push(() => database.stop());
    void database.lost.then(lost.resolve);
    refuseIfStopping();
    const { compose } = await load();
    const application = await compose({ config, database, readiness, signal: giveUp.signal });
    closers.push(() => application.close());
    refuseIfStopping();
    listener.serve(application.listener);
    readiness.started();
    return application.notices;
  };
  const refuseIfStopping = (): void => {
    if (stopped !== undefined) throw new StoppedDuringStart();
  };

  const ready = start().catch((error: unknown) => {
    // A failure caused by a stop is not the reason for ending.
    throw stopped === undefined ? nameFault(error, config) : new StoppedDuringStart();
  });
  const stop = async (): Promise<void> => {
    readiness.waitFor('Campus is stopping.');
    giveUp.abort();
    await listener.close();
    // A start under way ends at its next step; `ready` reports why it failed.
    await ready.catch(() => undefined);
    for (const close of closers.toReversed()) await close();
  };
  return {
    config,
    /** Resolves with the notices once everything responds; rejects if the start fails. */
    ready,
    /** Resolves with a sentence if the database is lost. */
    lost: lost.promise,
    /** May be called during the start, and repeatedly. Resolves when everything has stopped. */
    stop: () => (stopped ??= stop()),
  };
};

type RunningCampus = Awaited<ReturnType<typeof runCampus>>;

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  if (config.backup) makeBackupFolder(config.backup.folder);
  const starting = runCampus(config);
  stopOnSignals(starting);
  const campus = await starting;
  void stopWhenLost(campus);
  try {
    const notices = await campus.ready;
    const address = config.demo ? `http://localhost:${campus.config.port}` : config.publicUrl;
    console.log([`Campus is ready at ${address}`, ...notices].join('\n'));
    // Frees 14 MB: garbage from the start, and heap that V8 would keep until there is work.
    setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), 5000).unref();
  } catch (error) {
    await campus.stop();
    if (!(error instanceof StoppedDuringStart)) throw error;
  }
};

const stopWhenLost = async (campus: RunningCampus): Promise<void> => {
  console.error(await campus.lost);
  process.exitCode = 1;
  await campus.stop();
};

/** Ctrl-C arrives twice, from the terminal and from `npm start`: stopping is idempotent. */
const stopOnSignals = (starting: Promise<RunningCampus>): void => {
  const stop = async (): Promise<void> => {
    try {
      await (await starting).stop();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
};

try {
  await main();
} catch (error) {
  const sentence = error instanceof StartError || error instanceof MigrationError;
  console.error(sentence ? error.message : error);
  process.exitCode = 1;
}
