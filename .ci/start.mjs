// `npm start`: installs missing dependencies, builds after changes, then migrates, seeds and serves in one
// process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureDependencies, root } from './install.mjs';

ensureDependencies();
ensureBuild();

const server = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the server too: this process only waits for its exit.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
