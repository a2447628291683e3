// Finds or installs the programs that tests and benches need beside npm's packages: browsers and ffmpeg.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describeMissing, listMissing } from './engine-needs.mjs';
import { bin, print, run, stop } from './programs.mjs';

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

/**
 * Finds Debian's WebKitGTK, or installs it (as root), for the journey in the engine of iPhones. Returns why it cannot be
 * run; null where it can.
 */
export function ensureWebKit() {
  const missing = listMissing('webkit');
  if (missing.length > 0 && hasApt()) {
    print("Installing Debian's WebKitGTK for the journey in another engine");
    installByApt(...missing);
  }
  return describeMissing('webkit');
}

const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Returns whether packages of Debian were installed, given as arguments of `apt-get install`; removes none. */
function installByApt(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update'], { env });
  return run('apt-get', ['install', '-y', '--no-remove', ...names], { env });
}
