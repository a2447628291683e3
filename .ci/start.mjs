// `npm start`: installs missing dependencies, builds after changes, then migrates, seeds and serves in one
// process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureRunnable } from './build.mjs';
import { root } from './programs.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

await ensureRunnable();

const program = join(root, 'dist', 'server', 'main.js');
const server = spawn(process.execPath, [...SERVER_FLAGS, program], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the server too: this process only waits for its exit.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
