// `npm run fuzz -- --minutes 10 --seed 7`: like the hostile requests of `npm test`, but others and more.
import { readArguments } from './arguments.js';
import { install } from './install.js';
import { run } from './run-tool.js';

const { values } = readArguments(
  'npm run fuzz -- [--minutes <a number above 0>] [--seed <a whole number>]',
  {
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  },
  (given) => Number(given.values.minutes) > 0 && Number.isInteger(Number(given.values.seed)),
);
const minutes = Number(values.minutes);
const seed = Number(values.seed);

install();
console.log(`About ${minutes} minutes, seed ${seed}.`);
const file = 'apps/server/src/hostile-requests.routes.test.ts';
const patience = `--testTimeout=${Math.ceil(minutes * 60_000) + 240_000}`;
const { ok, output } = await run('vitest', ['run', '--project=server', file, patience], {
  env: { NO_COLOR: '1', CAMPUS_FUZZ_MINUTES: String(minutes), CAMPUS_FUZZ_SEED: String(seed) },
});
if (!ok) console.log(output);
console.log(ok ? 'Nothing was found.' : `Something was found, with --seed ${seed}: see above.`);
process.exitCode = ok ? 0 : 1;
