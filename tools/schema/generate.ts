// Regenerates the table types and `schema.sql`; run it with `npm run tables` after a migration.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { drawPictures, pictureFiles } from './pictures.ts';
import type { Picture } from './pictures.ts';

const readIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const writeIfDifferent = (file: string, text: string): void => {
  const name = relative(process.cwd(), file);
  if (readIfExists(file) === text) {
    console.log(`${name} is up to date.`);
    return;
  }
  writeFileSync(file, text);
  console.log(`${name} written.`);
};

const folder = mkdtempSync(join(tmpdir(), 'campus-tables-'));
try {
  const server = await startEmbedded({ folder, durable: false });
  try {
    await migrate(server.owner);
    const pictures = await drawPictures(server.owner);
    for (const picture of Object.keys(pictureFiles) as Picture[]) {
      writeIfDifferent(pictureFiles[picture], pictures[picture]);
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
