import { rmSync } from 'node:fs';

/** The campus of this run is not needed any more. */
export default function removeData(): void {
  const folder = process.env['CAMPUS_E2E_DATA'];
  if (folder) rmSync(folder, { recursive: true, force: true });
}
