// Bundles the server and its packages into a few files in dist/, which start in half the time of 1,600 modules.
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Lets bundled modules find files next to their sources, such as migrations. */
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
 * An ESM import of `node:http` reads all of its exports, among them `WebSocket`, which loads Node's HTTP
 * client: 20 ms and 2 MB.
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

/** Dependencies of library features that Campus does not use: Fastify's own schemas and its `inject`. */
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
    // These load binaries or data files from their own folders.
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
await build('src/operator/main.ts', join(dist, 'operator'), 'main.js');
// Keeps V8's compiled code from one start to the next. V8 optimises nothing until Campus is ready: code that runs
// once is not worth it, and the optimising compilers leave 14 MB behind (docs/decisions/0056-a-smaller-start.md).
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
