import { join } from 'node:path';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { MigrationError } from './db/migrate.ts';
import { StoppedDuringStart, runCampus } from './run-campus.ts';
import type { RunningCampus } from './run-campus.ts';
import { StartError } from './start-error.ts';

const root = join(import.meta.dirname, '../../..');

async function main(): Promise<void> {
  const config = readConfig(process.env, {
    root,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const starting = runCampus(config, compose);
  stopOnSignals(starting);
  const campus = await starting;
  void stopWhenLost(campus);
  try {
    const notices = await campus.ready;
    const address = config.demo ? `http://localhost:${campus.config.port}` : config.publicUrl;
    console.log([`Campus is ready at ${address}`, ...notices].join('\n'));
  } catch (error) {
    await campus.stop();
    if (!(error instanceof StoppedDuringStart)) throw error;
  }
}

async function stopWhenLost(campus: RunningCampus): Promise<void> {
  console.error(await campus.lost);
  process.exitCode = 1;
  await campus.stop();
}

/** A terminal's Ctrl-C comes twice, from the terminal and from `npm start`: stopping is idempotent. */
function stopOnSignals(starting: Promise<RunningCampus>): void {
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
}

try {
  await main();
} catch (error) {
  const sentence = error instanceof StartError || error instanceof MigrationError;
  console.error(sentence ? error.message : error);
  process.exitCode = 1;
}
