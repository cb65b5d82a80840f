// The server and its packages in few files, in dist/: they start in half the time of 1,600 modules.
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Modules find what lies beside their sources, such as migrations, as if they still lay there. */
const besideSources = (output) => {
  const fromOutput = (path) => `/${relative(output, path).replaceAll('\\', '/')}`;
  return {
    name: 'beside-sources',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta' },
      handler: (code, id) =>
        code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '${fromOutput(dirname(id))}')`)
          .replaceAll('import.meta.url', `new URL('.${fromOutput(id)}', import.meta.url)`),
    },
  };
};

/**
 * All that `node:http` has is read when a module imports it, and with it Node loads its whole client of
 * HTTP (`WebSocket`): 20 ms, and 2 MB.
 */
const withoutClient = {
  name: 'without-client',
  renderChunk: (code) =>
    code.replaceAll(
      /^import (.+) from "(node:http)";$/gm,
      (_, names, id) =>
        `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("${id}");`,
    ),
};

/** Parts of libraries that only what Campus leaves alone asks for: Fastify's own schemas, its requests without a socket. */
const notUsed = {
  name: 'not-used',
  resolveId: {
    filter: {
      id: /^(@fastify\/(ajv|fast-json-stringify)-compiler|glob|light-my-request)$/,
    },
    handler: (id) => `\0not-used:${id}`,
  },
  load: {
    filter: { id: /^\0not-used:/ },
    handler: () => ({ code: 'module.exports = () => undefined;', moduleType: 'js' }),
  },
};

const build = async (program, output, entry) => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, program),
    platform: 'node',
    // Programs and data of their own, which they look for beside themselves.
    external: ['@node-rs/argon2', 'sharp', 'pdfkit', 'pg-native'],
    plugins: [besideSources(output), withoutClient, notUsed],
  });
  await bundle.write({
    dir: output,
    format: 'esm',
    entryFileNames: entry,
    cleanDir: true,
    comments: false,
    // V8 keeps sources in memory, in two bytes for each character unless all of them are ASCII.
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: false, asciiOnly: true },
    },
  });
};

const dist = join(import.meta.dirname, 'dist');
await build('src/main.ts', dist, 'campus.js');
// Only a release needs it: elsewhere the operator's commands run from their sources.
if (process.argv.includes('--with-operator'))
  await build('src/operator/main.ts', join(dist, 'operator'), 'main.js');
// What V8 makes of them is kept from one start to the next. It optimizes nothing until Campus is ready: what
// runs once is not worth it, and its compilers leave 14 MB behind (docs/decisions/0056-a-smaller-start.md).
writeFileSync(
  join(dist, 'main.js'),
  `import { enableCompileCache, flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
const optimizers = ['maglev', 'opt'];
for (const one of optimizers) setFlagsFromString('--no-' + one);
enableCompileCache(import.meta.dirname + '/compiled');
await import('./campus.js');
// V8 takes code only with the flags it was kept with.
flushCompileCache();
for (const one of optimizers) setFlagsFromString('--' + one);
`,
);
