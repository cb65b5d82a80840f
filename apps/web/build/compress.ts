import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(m?js|css|svg|json|txt|wasm|webmanifest)$/;

/** Smaller files would not travel faster. */
const worthwhile = 512;

/**
 * Writes `.br` and `.gz` beside each file that gains by it. Not beside HTML: the server fills in its
 * meta elements when it starts, and compresses the result itself.
 */
export const compressFolder = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = await readFile(path);
      if (content.length < worthwhile) return;
      const [brotli, zipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      await writeFile(`${path}.br`, brotli);
      await writeFile(`${path}.gz`, zipped);
    }),
  );
};
