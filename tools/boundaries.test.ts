import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
  /** Nothing of it remains at run time. */
  readonly typesOnly: boolean;
}

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/node_modules|\/dist\//.test(file));

const statement =
  /(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?<![\w/])import\s*\(?\s*['"]([^'"]+)['"]/g;

const importsOf = (file: string): Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    return {
      from: file,
      to: target.startsWith('.') ? join(dirname(file), target) : target,
      typesOnly: /^(?:import|export) type\b/.test(match[0]),
    };
  });

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.includes('/testing/');
const sourceFolders = {
  contract: 'packages/contract/src',
  identity: 'apps/identity/src',
  server: 'apps/server/src',
  web: 'apps/web/src',
} as const;
const scanned = Object.fromEntries(
  Object.entries(sourceFolders).map(([name, folder]) => [
    name,
    sourceFiles(folder).filter((file) => !isTest(file)),
  ]),
) as Record<keyof typeof sourceFolders, string[]>;
const imports = Object.fromEntries(
  Object.entries(scanned).map(([name, files]) => [name, files.flatMap(importsOf)]),
) as Record<keyof typeof sourceFolders, Import[]>;

const say = (found: Import[]): string[] => found.map(({ from, to }) => `${from} → ${to}`);
const featureOf = (path: string): string | undefined => /\/features\/([^/]+)\//.exec(path)?.[1];

/** A server feature may import the ones before it, through their index.ts. */
const featureOrder = [
  'identity',
  'settings',
  'accounts',
  'administrators',
  'programmes',
  'subjects',
  'people',
  'corrections',
  'attendance',
  'announcements',
  'calendar',
  'profiles',
  'exams',
  'performance',
  'assignments',
  'library',
  'events',
  'privacy',
  'search',
  'overview',
  'trail',
  'system',
  'reports',
  'move-in',
];

test('the scan looked: every package has files, and files have imports', () => {
  expect(scanned.contract.length).toBeGreaterThan(10);
  expect(scanned.identity.length).toBeGreaterThan(5);
  expect(scanned.server.length).toBeGreaterThan(30);
  expect(scanned.web.length).toBeGreaterThan(30);
  for (const found of Object.values(imports)) expect(found.length).toBeGreaterThan(10);
  // Both static and dynamic imports are found.
  expect(imports.server.some(({ to }) => to === 'fastify')).toBe(true);
  expect(imports.web.some(({ to }) => to.endsWith('.page.tsx'))).toBe(true);
});

describe('between the packages', () => {
  test('the contract depends on zod alone', () => {
    expect(
      say(
        imports.contract.filter(({ to }) => !to.startsWith(sourceFolders.contract) && to !== 'zod'),
      ),
    ).toEqual([]);
  });

  test('the identity service knows nothing of the campus', () => {
    const foreign = imports.identity.filter(
      ({ to }) => to.startsWith('@campus/') || /^(apps\/(server|web)|packages)\//.test(to),
    );
    expect(say(foreign)).toEqual([]);
  });

  test('the server knows only the index of the identity service, and nothing of the web application', () => {
    const foreign = imports.server.filter(
      ({ to }) =>
        to.startsWith('@campus/web') ||
        /^apps\/(identity|web)\//.test(to) ||
        /^@campus\/identity\/./.test(to),
    );
    expect(say(foreign)).toEqual([]);
    const composing = [
      'apps/server/src/compose.ts',
      'apps/server/src/db/migrate.ts',
      'apps/server/src/demo/load.ts',
      'apps/server/src/identity-client.ts',
      'apps/server/src/operator/commands.ts',
    ];
    const users = imports.server
      .filter(({ to }) => to === '@campus/identity')
      .map(({ from }) => from);
    expect(users.filter((from) => !composing.includes(from))).toEqual([]);
  });

  test('the web application knows only the contract', () => {
    const foreign = imports.web.filter(
      ({ to }) =>
        to.startsWith('node:') ||
        (to.startsWith('@campus/') && to !== '@campus/contract') ||
        /^(apps\/(server|identity)|packages)\//.test(to),
    );
    expect(say(foreign)).toEqual([]);
  });

  test('only the configuration reads the environment', () => {
    const readers = [...scanned.server, ...scanned.identity].filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('process.env'),
    );
    expect(readers).toEqual(['apps/server/src/main.ts', 'apps/server/src/operator/main.ts']);
  });
});

describe('between the features of the server', () => {
  test('every feature has its place in the order', () => {
    const found = new Set(scanned.server.map(featureOf).filter((name) => name !== undefined));
    expect([...found].toSorted()).toEqual(featureOrder.toSorted());
  });

  test('a feature uses another only through its index.ts, and only an earlier one', () => {
    const wrong = imports.server.filter(({ from, to }) => {
      const [mine, theirs] = [featureOf(from), featureOf(to)];
      if (!mine || !theirs || mine === theirs) return false;
      const through = to.endsWith(`/features/${theirs}/index.ts`);
      return !through || featureOrder.indexOf(theirs) > featureOrder.indexOf(mine);
    });
    expect(say(wrong)).toEqual([]);
  });

  test('code outside features uses them only through their index.ts, except for the list of routes', () => {
    const wrong = imports.server.filter(
      ({ from, to }) =>
        !featureOf(from) &&
        featureOf(to) &&
        !to.endsWith('/index.ts') &&
        from !== 'apps/server/src/routes.ts',
    );
    expect(say(wrong)).toEqual([]);
  });

  test('http and db import no feature', () => {
    const wrong = imports.server.filter(
      ({ from, to }) => /\/src\/(http|db)\//.test(from) && featureOf(to),
    );
    expect(say(wrong)).toEqual([]);
  });

  test('routes call services, which call queries', () => {
    const routes = imports.server.filter(({ from }) => /[./]routes\.ts$/.test(from));
    expect(routes.length).toBeGreaterThan(40);
    const wrong = routes.filter(({ to, typesOnly }) => !typesOnly && to.endsWith('.queries.ts'));
    expect(say(wrong)).toEqual([]);
  });

  test('queries call no other feature, but may use its types', () => {
    const wrong = imports.server.filter(
      ({ from, to, typesOnly }) =>
        from.endsWith('.queries.ts') &&
        !typesOnly &&
        featureOf(to) &&
        featureOf(from) !== featureOf(to),
    );
    expect(say(wrong)).toEqual([]);
  });

  test('db and csv do not know HTTP', () => {
    const wrong = imports.server.filter(
      ({ from, to }) =>
        /\/src\/(db|csv)\//.test(from) && (to.includes('/src/http/') || to === 'fastify'),
    );
    expect(say(wrong)).toEqual([]);
  });

  test('queries do not know HTTP', () => {
    const wrong = imports.server.filter(
      ({ from, to }) => from.endsWith('.queries.ts') && (to.includes('/http/') || to === 'fastify'),
    );
    expect(say(wrong)).toEqual([]);
  });
});

describe('between the features of the web application:', () => {
  test('none imports another, except composed/, which only app/ imports', () => {
    const wrong = imports.web.filter(({ from, to }) => {
      const [mine, theirs] = [featureOf(from), featureOf(to)];
      return mine && theirs && mine !== theirs && mine !== 'composed';
    });
    expect(say(wrong)).toEqual([]);
  });

  test('every page lives in a feature', () => {
    const pages = scanned.web.filter((file) => file.endsWith('.page.tsx'));
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((file) => !featureOf(file))).toEqual([]);
  });

  test('ui and lib import neither features nor the app', () => {
    const wrong = imports.web.filter(
      ({ from, to }) =>
        /\/src\/(ui|lib)\//.test(from) && (featureOf(to) || /\/src\/app\//.test(to)),
    );
    expect(say(wrong)).toEqual([]);
  });
});

test('no file has more than 400 lines', () => {
  const long = Object.values(scanned)
    .flat()
    .filter((file) => !file.endsWith('.generated.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
  expect(long).toEqual([]);
});

test('only the clocks ask the machine for the time, since its clock may be wrong', () => {
  const asking = /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\)|\.setIssuedAt\(\)/;
  const files = [...scanned.contract, ...scanned.identity, ...scanned.server].filter((file) =>
    asking.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(files.toSorted()).toEqual([
    'apps/identity/src/clock.ts',
    // Checks signatures by Google's clock.
    'apps/server/src/firebase/google.ts',
  ]);
});
