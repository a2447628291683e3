// `npm run build`: builds app, worker and server into dist/, unless nothing has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePackages, TO_RUN } from './install.mjs';
import { bin, root, runWithProgress, stop } from './programs.mjs';
import { ensureSqlite } from './sqlite-binary.mjs';

const SOURCES = [
  'pwa',
  'schema',
  'interchange',
  'sync-server',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
];
/** Files read only by the running server or by tests. */
const NOT_BUILT = new Set(['courses', 'media', 'testing']);
/** Folders written by tools. */
const NOT_SOURCES = new Set(['node_modules']);
const fingerprintFile = join(root, 'dist', '.sources');

function* files(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) {
    const isSkipped = NOT_SOURCES.has(name) || (NOT_BUILT.has(name) && path.endsWith('seed'));
    if (!isSkipped) yield* files(join(path, name));
  }
}

/** A hash of the names and bytes of all source files. */
export function fingerprint(folder = root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of files(join(folder, source))) hash.update(file).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

export async function ensureBuild() {
  const now = fingerprint();
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === now) return;
  const options = { env: { ...process.env, NODE_ENV: 'production' } };
  const build = (name, ...args) =>
    runWithProgress(name, bin('vite'), ['build', '--logLevel', 'warn', ...args], options);
  if (!(await build('Building the app and its service worker'))) {
    stop('The app could not be built; see the lines above.');
  }
  if (!(await build('Building the server', '--ssr'))) {
    stop('The server could not be built; see the lines above.');
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(fingerprintFile, now);
}

/** All that the server needs to start. SQLite is compiled beside the build, which does not load it. */
export async function ensureRunnable() {
  await ensurePackages(TO_RUN);
  await Promise.all([ensureBuild(), ensureSqlite()]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureRunnable();
