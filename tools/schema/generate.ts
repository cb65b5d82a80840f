// Regenerates the table types and `schema.sql`; run it with `npm run tables` after a migration.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startEmbedded } from '../../apps/server/src/db/embedded/start.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { generatedFiles, generateFiles } from './generated-files.ts';
import type { GeneratedFile } from './generated-files.ts';

const writeIfDifferent = (file: string, text: string): void => {
  const name = relative(process.cwd(), file);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) {
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
    const generated = await generateFiles(server.owner);
    for (const name of Object.keys(generatedFiles) as GeneratedFile[]) {
      writeIfDifferent(generatedFiles[name], generated[name]);
    }
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
