import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../apps/server/src/db/embedded/address.ts';
import { startCampus } from './parts/campus.ts';
import { createDatabase, startProgram, trialFolder, untilAnswers } from './parts/debian.ts';

/** PgBouncer in front of PostgreSQL: in transaction mode the start is refused, in session mode Campus works. */
export const pooler = async (): Promise<string> => {
  const folder = trialFolder('pooler');
  const { port } = new URL((await createDatabase(folder)).connectionString);
  const through = async (mode: string): Promise<string> => {
    const own = await freePort();
    const file = join(folder, `${mode}.ini`);
    writeFileSync(
      file,
      `[databases]
campus = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = 60
`,
    );
    writeFileSync(join(folder, 'users.txt'), '"campus" ""\n');
    startProgram('/usr/sbin/pgbouncer', [file], folder);
    const url = `postgres://campus@127.0.0.1:${own}/campus`;
    await untilAnswers(url);
    return url;
  };
  const refusal = await startCampus(folder, await through('transaction')).then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  const [sentence] = /DATABASE_URL names a pooler in transaction mode.*/.exec(refusal) ?? [];
  if (sentence === undefined) throw new Error(`In transaction mode: ${refusal}`);
  const campus = await startCampus(folder, await through('session'));
  const ready = await fetch(`${campus.origin}/readyz`);
  if (!ready.ok) throw new Error(`In session mode /readyz answers ${ready.status}.`);
  return `In session mode Campus works; in transaction mode it ends with: ${sentence}`;
};
