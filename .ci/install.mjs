// Installs npm's packages for the other commands. Plain JavaScript: it runs before any of them is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runWithProgress, stop } from './programs.mjs';
import { ensureSqlite } from './sqlite-binary.mjs';
import { sqliteVersionFor } from './sqlite-version.mjs';

const NODE_MINIMUM = [20, 20];
const LOCK = 'package-lock.json';
/** npm's list of what is installed. */
const INSTALLED = 'node_modules/.package-lock.json';
const STAMP = 'node_modules/.carrel-installed';

/** The extents of an installation: what builds and runs, and that with what tests, checks and benches need. */
export const TO_RUN = 'to run';
export const EVERYTHING = 'everything';

export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor < NODE_MINIMUM[1])) {
    stop(`Carrel needs Node ${NODE_MINIMUM.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

/** Installs everything, SQLite's binary too. */
export async function ensureDependencies() {
  await ensurePackages(EVERYTHING);
  await ensureSqlite();
}

/** Installs packages that are missing, older than the lock file, or for another version of Node. */
export async function ensurePackages(extent) {
  ensureNode();
  if (isInstalled(root, extent)) return;
  let isWell = await runWithProgress('Installing packages', 'npm', installArguments(root, extent), {
    note: 'half a minute to two',
  });
  const scripts = isWell ? neededScripts(root) : [];
  if (scripts.length > 0) {
    isWell = await runWithProgress('Running their scripts', 'npm', ['rebuild', ...scripts]);
  }
  if (!isWell) stop('The packages could not be installed. See the lines above; `npm install` tries again.');
  recordInstalled(root);
}

/** Returns whether nothing has changed since an installation of at least this extent. */
export function isInstalled(folder, extent) {
  const stamp = join(folder, STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(folder)) return false;
  return extent === TO_RUN || hasTools(folder);
}

/** Call it after an installation. */
export function recordInstalled(folder) {
  writeFileSync(join(folder, STAMP), fingerprint(folder));
}

/** Where the tools are installed, they are not removed: `npm test` would have to install them again. */
export function installArguments(folder, extent) {
  const isWhole = extent === EVERYTHING || hasTools(folder);
  return [
    // Not `npm ci`: it rejects a lock file without an optional package for another platform, which mirrors omit.
    'install',
    isWhole ? '--include=dev' : '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    `better-sqlite3@${sqliteVersionFor(process.versions.node, folder)}`,
  ];
}

/** A hash of the lock file, of what npm installed, by hand too, and of the version of SQLite that Node needs. */
function fingerprint(folder) {
  const hash = createHash('sha256').update(sqliteVersionFor(process.versions.node, folder));
  for (const file of [LOCK, INSTALLED]) hash.update('\0').update(readText(join(folder, file)));
  return hash.digest('hex');
}

const hasTools = (folder) => Object.values(installedPackages(folder)).some(({ dev }) => dev === true);

/** Installed packages whose scripts package.json allows, apart from SQLite (./sqlite-binary.mjs). */
function neededScripts(folder) {
  const { allowScripts } = JSON.parse(readText(join(folder, 'package.json')));
  const isNeeded = (name) => allowScripts[name] === true && name !== 'better-sqlite3';
  return Object.keys(installedPackages(folder))
    .map((path) => path.slice('node_modules/'.length))
    .filter(isNeeded);
}

/** By path, such as `node_modules/react`. */
function installedPackages(folder) {
  return JSON.parse(readText(join(folder, INSTALLED)) || '{"packages":{}}').packages;
}

const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
