#!/usr/bin/env node
// `npm run carrel -- <command>` and `npx carrel <command>`: the operator's commands, built where needed. npm
// runs scripts in the project's folder, so the folder in which the command was typed is passed on.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './programs.mjs';

// The output of a command is its own: what the build prints goes to standard error.
const build = [join(root, '.ci', 'build.mjs')];
const isBuilt = spawnSync(process.execPath, build, { stdio: ['ignore', 2, 2] }).status === 0;
if (!isBuilt) process.exit(1);

const isScript = process.env.npm_lifecycle_event === 'carrel';
const cwd = (isScript ? process.env.INIT_CWD : undefined) ?? process.cwd();
const program = join(root, 'dist', 'server', 'carrel.js');
// The command itself decides what Ctrl-C does.
process.on('SIGINT', () => {});
const args = [program, ...process.argv.slice(2)];
const { status, signal } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
process.exit(status ?? (signal ? 1 : 0));
