// Faults that take too long for `npm test`, caused for real and measured: see docs/reliability.md.
import { endAll, say } from '../bench/src/lifecycle.ts';
import { backupMemory } from './backup-memory.ts';
import { container } from './container.ts';
import { embedded } from './embedded.ts';
import { formerVersion } from './former-version.ts';
import { fullDisk } from './full-disk.ts';
import { killedProcess } from './killed-process.ts';
import { moving } from './moving.ts';
import { nginx } from './nginx.ts';
import { pooler } from './pooler.ts';
import { promotion } from './promotion.ts';
import { release } from './release.ts';
import { systemd } from './systemd.ts';

/** Each returns a sentence with its figures, and throws if a promise is broken. */
const trials = new Map<string, () => Promise<string>>([
  ['promotion', () => promotion('synchronous')],
  ['promotion-asynchronous', () => promotion('asynchronous')],
  ['embedded', embedded],
  ['pooler', pooler],
  ['killed-process', killedProcess],
  ['full-disk', fullDisk],
  ['moving', moving],
  ['backup-memory', backupMemory],
  ['nginx', nginx],
  ['release', release],
  ['systemd', systemd],
  ['container', container],
  ['former-version', formerVersion],
]);

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !trials.has(name));
if (unknown !== undefined) {
  console.error(`There is no trial "${unknown}": choose from ${[...trials.keys()].join(', ')}.`);
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
for (const [name, trial] of trials) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  say(`Trial: ${name}`);
  try {
    console.log(`ok    ${name}: ${await trial()}`);
  } catch (error) {
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await endAll();
  }
}
