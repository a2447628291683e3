import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** The exact versions that race; docs/performance.md names them. */
export const PACKAGES = {
  replicache: '15.3.0',
  rxdb: '17.6.0',
  rxjs: '7.8.2',
  'pouchdb-browser': '9.0.0',
  // Node's module, which PouchDB expects a bundler to provide.
  events: '3.3.0',
  yjs: '13.6.33',
  'y-indexeddb': '9.0.12',
  'y-websocket': '3.1.0',
  'y-protocols': '1.0.7',
  lib0: '0.2.120',
  ws: '8.23.0',
} as const;

/** Outside package.json: the peers are never dependencies. Their modules find the repository's own from here too. */
export const PEERS_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/carrel-peers', import.meta.url),
);

const Manifest = v.object({ version: v.string() });

function versionOf(name: string): string | null {
  const file = join(PEERS_FOLDER, 'node_modules', name, 'package.json');
  return existsSync(file) ? v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))).version : null;
}

/** Installs the packages where their versions are missing. Returns whether all are present. */
export function ensurePeers(): boolean {
  const missing = Object.entries(PACKAGES).filter(([name, version]) => versionOf(name) !== version);
  if (missing.length === 0) return true;
  console.log(`Installing ${missing.map(([name]) => name).join(', ')} in a cache folder`);
  mkdirSync(PEERS_FOLDER, { recursive: true });
  const requests = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', PEERS_FOLDER];
  return spawnSync('npm', ['install', ...flags, ...requests], { stdio: 'inherit' }).status === 0;
}
