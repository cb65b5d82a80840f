// `npm run dev`: restarts the server when its code changes; pages are updated in the browser. The pages are
// at http://127.0.0.1:5173 (or WEB_PORT), which forwards calls to the server on PORT.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb } from './build.js';
import { followSignals } from './run-program.js';
import { install, node24, nodeFlags, root } from './install.js';

install();
// The server also serves the built pages and expects them to exist.
const build = buildWeb();
if (!build.ok) console.error(`${build.output}\nGoing on with the pages in development alone.`);

const port = process.env.PORT || '8080';
const webPort = process.env.WEB_PORT || '5173';

const children = [
  [[...nodeFlags, '--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], root],
  [
    [join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort'],
    join(root, 'apps/web'),
  ],
].map(([args, cwd]) => {
  const child = spawn(node24(), args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, PORT: port, CAMPUS_SERVER: `http://127.0.0.1:${port}` },
  });
  followSignals(child);
  return child;
});

// If one of them ends, the other is stopped.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    for (const other of children) other.kill('SIGTERM');
  });
}
