// `npm run dev`: the server starts again when its code changes, the pages change in the browser.
// Pages on http://127.0.0.1:5173 (or WEB_PORT), which passes calls on to the server on PORT.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb } from './build.js';
import { followSignals } from './hand-over.js';
import { install, node24, nodeFlags, root } from './install.js';

install();
// The server serves the built pages too, and wants to find them.
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

// One without the other is of no use.
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    for (const other of children) other.kill('SIGTERM');
  });
}
