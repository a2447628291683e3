// `npm run check`: types of all packages, import rules and lint, dead code. Exits with 1 when any of them
// fails.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bin, ensureDependencies, print, root, run } from './install.mjs';

const CHECKS = [
  ['types of every part', bin('tsc'), ['-b', '--pretty']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['walls and cycles', process.execPath, [join(root, '.ci', 'walls.mjs')]],
  ['names of files and identifiers', process.execPath, [join(root, '.ci', 'names.mjs')]],
  ['sizes and colours of style sheets', process.execPath, [join(root, '.ci', 'styles.mjs')]],
  ['dead code and unused dependencies', bin('knip'), []],
];

/** Runs all checks and returns the names of those that failed. */
export function check() {
  const failed = [];
  for (const [name, command, args] of CHECKS) {
    print(`Checking ${name}`);
    if (!run(command, args)) failed.push(name);
  }
  return { passed: CHECKS.length - failed.length, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureDependencies();
  const { failed } = check();
  process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}
