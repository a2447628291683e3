// `npm run dev`: the app with hot reload (Vite) and the server, restarted on each change (tsx), side by side.
import { spawn } from 'node:child_process';
import { ensureDependencies } from './install.mjs';
import { bin, root } from './programs.mjs';

await ensureDependencies();
const both = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'sync-server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit' }),
];
process.on('SIGINT', () => {});
for (const one of both) {
  one.on('exit', () => {
    for (const other of both) other.kill('SIGTERM');
  });
}
