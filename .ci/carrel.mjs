#!/usr/bin/env node
// `npm run carrel -- <command>` and `npx carrel <command>`: the operator's commands, run from the sources. npm
// runs scripts in the project's folder, so the folder in which the command was typed is passed on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './install.mjs';
import { bin, root } from './programs.mjs';

await ensureDependencies();
const isScript = process.env.npm_lifecycle_event === 'carrel';
const cwd = (isScript ? process.env.INIT_CWD : undefined) ?? process.cwd();
const program = join(root, 'sync-server', 'operator', 'carrel.ts');
// The command itself decides what Ctrl-C does.
process.on('SIGINT', () => {});
const { status, signal } = spawnSync(bin('tsx'), [program, ...process.argv.slice(2)], {
  cwd,
  stdio: 'inherit',
});
process.exit(status ?? (signal ? 1 : 0));
