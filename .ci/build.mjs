// Builds app, worker and server into dist/, unless nothing has changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, say, stop } from './install.mjs';

const SOURCES = ['pwa', 'schema', 'sync-server', 'package-lock.json', 'package.json', 'vite.config.ts'];
const NOT_BUILT = new Set(['courses', 'media', 'testing']);
const stamp = join(root, 'dist', '.sources');

function* files(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) {
    if (!NOT_BUILT.has(name) || !path.endsWith('seed')) yield* files(join(path, name));
  }
}

/** A word that changes whenever a source file's bytes do. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of files(join(root, source))) hash.update(file).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function ensureBuild() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  say('Building the app and its service worker');
  if (!run(bin('vite'), ['build', '--logLevel', 'warn']))
    stop('The app could not be built; see the lines above.');
  say('Building the server');
  if (!run(bin('vite'), ['build', '--ssr', 'sync-server/main.ts', '--logLevel', 'warn'])) {
    stop('The server could not be built; see the lines above.');
  }
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, now);
}
