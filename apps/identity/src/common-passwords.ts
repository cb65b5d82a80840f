import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Looks passwords up, in lower case, among some 49,000 that leaked most often. The file is read each
 * time, which takes a millisecond: passwords are chosen seldom, and nothing stays in memory.
 */
export async function readCommonPasswords(): Promise<(lowerCase: string) => boolean> {
  const list = await readFile(
    require.resolve('@zxcvbn-ts/language-common/src/passwords.json'),
    'latin1',
  );
  return (lowerCase) => list.includes(JSON.stringify(lowerCase));
}
