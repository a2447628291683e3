// SQLite's compiled part, which npm does not install (./install.mjs): it takes longer than all other packages
// together where it has to be compiled, and only the running server needs it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, runWithProgress, stop } from './programs.mjs';

const folder = join(root, 'node_modules', 'better-sqlite3');

/** Downloads SQLite's binary for this version of Node, or compiles it where that is not possible. */
export async function ensureSqlite() {
  if (isLoadable() || (await download()) || (await compile())) return;
  stop('SQLite could not be compiled; see the lines above. It needs Python 3, make and a C++ compiler.');
}

/** Opens a database in a process of its own: a binary for another version of Node may crash. */
function isLoadable() {
  const program = "new (require('better-sqlite3'))(':memory:')";
  return spawnSync(process.execPath, ['-e', program], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** Newer versions have no such program: their binaries are in the package. */
async function download() {
  const program = bin('prebuild-install');
  if (!existsSync(program)) return false;
  const isWell = await runWithProgress('Downloading SQLite’s binary', program, [], { cwd: folder });
  return isWell && isLoadable();
}

async function compile() {
  const withLevel = (name) => `${process.env[name] ?? ''} -O2`.trim();
  const isWell = await runWithProgress('Compiling SQLite', 'npm', ['run', 'build-release'], {
    note: 'there is no binary for this machine; usually one to two minutes',
    cwd: folder,
    // SQLite's own default. node-gyp has -O3, which takes longer; these flags come after it.
    env: { ...process.env, CFLAGS: withLevel('CFLAGS'), CXXFLAGS: withLevel('CXXFLAGS') },
  });
  return isWell && isLoadable();
}
