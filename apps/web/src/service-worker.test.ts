import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');

/** Installs the worker of a build with these files, while `/start` is this page. */
const install = async (files: readonly string[], page: string) => {
  const kept = new Map<string, readonly string[]>();
  const caches = {
    open: (name: string) =>
      Promise.resolve({
        addAll: async (addresses: readonly string[]) => void kept.set(name, addresses),
        match: async () => new Response(page),
      }),
    delete: async (name: string) => kept.delete(name),
  };
  let installed: Promise<unknown> | undefined;
  const listen = (kind: string, listener: (event: object) => void): void => {
    if (kind === 'install')
      listener({ waitUntil: (work: Promise<unknown>) => void (installed = work) });
  };
  const built = source.replace('const files = [];', `const files = ${JSON.stringify(files)};`);
  // oxlint-disable-next-line no-implied-eval -- a worker is a script without exports
  new Function('caches', 'addEventListener', built)(caches, listen);
  const outcome = await Promise.resolve(installed).then(
    () => 'installed',
    () => 'refused',
  );
  return { outcome, kept: [...kept.values()].flat() };
};

const pageOf = (file: string): string =>
  `<link href="/favicon.svg"><link href="/assets/lib-1.js"><meta data-boot="${file}">`;

it('keeps its files and the page that names them', async () => {
  const files = ['/assets/lib-1.js', '/assets/app-2.js', '/assets/screen-3.js'];
  expect(await install(files, pageOf('/assets/app-2.js'))).toEqual({
    outcome: 'installed',
    kept: [...files, '/start'],
  });
});

it('is not installed with a page of another version, as a process that is still to be replaced serves it', async () => {
  const files = ['/assets/lib-1.js', '/assets/app-2.js'];
  expect(await install(files, pageOf('/assets/app-1.js'))).toEqual({
    outcome: 'refused',
    kept: [],
  });
});
