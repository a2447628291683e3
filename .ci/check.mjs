// `npm run check`: types of all packages, import rules and lint, dead code. Exits with 1 when any of them
// fails.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, ensurePackages } from './install.mjs';
import { bin, root, runBeside } from './programs.mjs';

const CHECKS = [
  ['types of every part', bin('tsc'), ['-b', '--pretty']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['walls and cycles', process.execPath, [join(root, '.ci', 'checks', 'walls.mjs')]],
  ['names of files and identifiers', process.execPath, [join(root, '.ci', 'checks', 'names.mjs')]],
  ['sizes and colours of style sheets', process.execPath, [join(root, '.ci', 'checks', 'styles.mjs')]],
  ['dead code and unused dependencies', bin('knip'), []],
];

/** Runs all checks side by side. Resolves to how many passed, and the names of those that failed. */
export async function check() {
  const failed = [];
  await Promise.all(
    CHECKS.map(async ([name, command, args]) => {
      if (!(await runBeside(`Checking ${name}`, command, args))) failed.push(name);
    }),
  );
  return { passed: CHECKS.length - failed.length, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensurePackages(EVERYTHING);
  const { failed } = await check();
  process.stdout.write(failed.length === 0 ? '\nAll checks passed.\n' : `\nFailed: ${failed.join(', ')}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}
