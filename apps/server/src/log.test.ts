import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Logs an error in a process of its own, whose standard error the log is. */
const logged = async (message: string): Promise<{ err: { message: string; stack: string } }> => {
  const program = `
    import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    createLog({ demo: false }).error({ err: new Error(process.argv[1]) }, 'It failed.');`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  const { stderr } = await promisify(execFile)(process.execPath, [...args, message]);
  return JSON.parse(stderr);
};

test('an e-mail that an error quotes, such as a mail server’s answer, is not in the log', async () => {
  const { err } = await logged(
    'Rejected: 450 4.2.0 <ada.byron@example.edu>: greylisted, see node_modules/@campus/mail',
  );
  expect(err.message).toBe('Rejected: 450 4.2.0 <…>: greylisted, see node_modules/@campus/mail');
  expect(err.stack).not.toContain('ada');
});
