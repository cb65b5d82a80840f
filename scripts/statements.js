// Plain statements declare their rows. A test that runs one holds them against what PostgreSQL answers
// (apps/server/src/testing/declared-rows.ts); here are those that no test ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const call = /\b(?:db|tx)\s*\.(?:rows|row|one|value)\(|\browsOf\(\s*(?:pool|client|db),/g;

/** The places, `file:line`, of the statements in a source. */
export function statementsIn(file, source) {
  return [...source.matchAll(call)].map(({ index, 0: found }) => {
    const at = Math.max(found.lastIndexOf('.'), found.lastIndexOf('rowsOf'));
    const lines = source.slice(0, index + at).split('\n').length;
    return `${file}:${lines}`;
  });
}

/** Statements of the server and the identity service that are not in the list which the tests wrote, in words. */
export function statementsNotRun(root, list) {
  const ran = new Set(existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []);
  return ['apps/server/src', 'apps/identity/src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
        .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .flatMap((file) => statementsIn(file, readFileSync(join(root, file), 'utf8')))
    .filter((place) => !ran.has(place))
    .map((place) => `${place}: no test runs this statement.`);
}
