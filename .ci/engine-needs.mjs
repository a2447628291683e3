// Requirements of the tests in other browser engines, by the Debian package that provides them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const program = (name, path) => ({ package: name, isHere: () => existsSync(path) });
/** A path would name a version of Python; only the import of the module matters. */
const pythonModule = (name, code) => ({
  package: name,
  isHere: () => spawnSync('/usr/bin/python3', ['-c', code], { stdio: 'ignore' }).status === 0,
});

const WEBKIT = `import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2`;

/** By the argument of `npm run test:engines`. */
export const ENGINES = {
  firefox: [program('firefox-esr', '/usr/bin/firefox-esr')],
  webkit: [
    program('webkit2gtk-driver', '/usr/bin/WebKitWebDriver'),
    program('xvfb', '/usr/bin/xvfb-run'),
    pythonModule('python3-gi', 'import gi'),
    pythonModule('gir1.2-webkit2-4.1', WEBKIT),
  ],
};

/** The missing packages of the requested engines; of all of them by default. */
export function listMissing(requested = '', engines = ENGINES) {
  const needs = Object.entries(engines).filter(([name]) => name.includes(requested.toLowerCase()));
  const missing = needs.flatMap(([, list]) => list).filter(({ isHere }) => !isHere());
  return missing.map((need) => need.package);
}

/** One sentence that names every missing package; null when none is missing. */
export function describeMissing(requested = '', engines = ENGINES) {
  const missing = listMissing(requested, engines);
  if (missing.length === 0) return null;
  const packages = missing.join(' ');
  return `The tests in Firefox ESR and WebKitGTK need Debian packages that are not installed here: apt-get install ${packages}`;
}
