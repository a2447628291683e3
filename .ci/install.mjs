// Installs the requirements of the other commands. Plain JavaScript: it runs before any dependency is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedSqliteVersion, sqliteVersionFor } from './sqlite-version.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MINIMUM = [20, 20];

/** Prints one step of a longer job on its own line, as progress. */
export function print(text) {
  process.stdout.write(`\n▸ ${text}\n`);
}

export function stop(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}

/** Runs a program with its output shown. Returns whether it exited with 0. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  return error === undefined && status === 0;
}

/**
 * Runs a program beside others and shows its output when it ends. Resolves to whether it exited with 0.
 *
 * @param name what the program does, printed above its output
 */
export function runBeside(name, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    const end = (isWell) => {
      print(name);
      process.stdout.write(Buffer.concat(output));
      resolve(isWell);
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Path of a program installed by a dependency. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor < NODE_MINIMUM[1])) {
    stop(`Carrel needs Node ${NODE_MINIMUM.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

/** Installs the dependencies when they are missing, older than the lock file, or for another version of Node. */
export function ensureDependencies() {
  ensureNode();
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  const sqlite = sqliteVersionFor(process.versions.node, root);
  const isCurrent = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (isCurrent && installedSqliteVersion(root) === sqlite) return;
  print('Installing dependencies (a minute or three; SQLite may be compiled)');
  // Not `npm ci`: it rejects a lock file without an optional package for another platform, which mirrors
  // omit.
  const args = ['install', '--no-audit', '--no-fund', '--no-save', `better-sqlite3@${sqlite}`];
  if (!run('npm', args)) {
    stop('The dependencies could not be installed. See the lines above; `npm install` tries again.');
  }
}

const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const CHROMIUM_PLACES = [DEBIAN_CHROMIUM, '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Finds a Chromium for the browser tests: an installed one, then Debian's (as root), then Playwright's own.
 * Returns its path, or undefined where Playwright is to use its own.
 */
export function ensureChromium() {
  const here = () =>
    [process.env.CARREL_CHROMIUM, ...CHROMIUM_PLACES].find((path) => path && existsSync(path));
  const found = here();
  if (found) return found;
  if (hasApt()) {
    print("Installing Debian's Chromium for the browser tests");
    if (installByApt('chromium')) return here();
  }
  print("Installing Playwright's Chromium for the browser tests");
  if (!run(bin('playwright'), ['install', 'chromium'])) {
    stop('No Chromium could be installed. Install one by hand and name it in CARREL_CHROMIUM.');
  }
  return undefined;
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Finds Chromium without a window, its start and its toolbars, which needs a fifth less time for a test. Returns
 * undefined where there is none; tests use the whole browser then.
 */
export function ensureHeadlessShell(chromium) {
  if (existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  if (chromium !== DEBIAN_CHROMIUM || !hasApt()) return undefined;
  print("Installing Debian's headless Chromium for the browser tests");
  installByApt('chromium-headless-shell');
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

/** Finds ffmpeg, or installs Debian's (as root), for the tests of transcoding; without it they are skipped. */
export function ensureFfmpeg() {
  const isHere = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;
  if (isHere()) return;
  if (hasApt()) {
    print("Installing Debian's ffmpeg for the tests of transcoding");
    installByApt('ffmpeg', '--no-install-recommends');
  }
  if (!isHere()) print('ffmpeg is missing: the tests of transcoding are skipped');
}

const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Returns whether a package of Debian was installed; removes none. */
function installByApt(name, ...options) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], { env });
  return run('apt-get', ['install', '-y', '--no-remove', ...options, name], { env });
}
