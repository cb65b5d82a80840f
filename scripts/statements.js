// Plain statements declare their columns. A test that runs one compares them with PostgreSQL's reply
// (apps/server/src/testing/declared-rows.ts); this finds the statements that no test ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const call = /\b(?:db|tx)\s*\.(?:rows|row|one|value)\(|\browsOf\(\s*(?:pool|client|db),/g;

/** The places of the statements in a source, as `file:line`. */
export function statementsIn(file, source) {
  return [...source.matchAll(call)].map(({ index, 0: found }) => {
    const at = Math.max(found.lastIndexOf('.'), found.lastIndexOf('rowsOf'));
    const lines = source.slice(0, index + at).split('\n').length;
    return `${file}:${lines}`;
  });
}

/** Messages for the statements of the server and the identity service missing from the list written by the tests. */
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
