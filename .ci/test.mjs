// `npm test`: installs missing dependencies (and a browser), checks, builds, runs every test and prints `N
// passed, N failed` at the end.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { listFailures } from './failures.mjs';
import {
  bin,
  ensureChromium,
  ensureDependencies,
  ensureFfmpeg,
  ensureHeadlessShell,
  print,
  root,
  run,
  runBeside,
  stop,
} from './install.mjs';

const SHARED_MEMORY = '/dev/shm';
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

ensureDependencies();
const chromium = ensureChromium();
if (chromium) process.env.CARREL_CHROMIUM = chromium;
const headlessShell = ensureHeadlessShell(chromium);
if (headlessShell) process.env.CARREL_HEADLESS_SHELL = headlessShell;
ensureFfmpeg();

const memory = makeMemoryFolder();
if (memory) process.env.TMPDIR = memory;

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0 };
const troubles = [];

/**
 * Temporary databases and browser profiles are in memory where there is enough of it: the tests kill
 * processes, not the machine, so waiting for a disk at each commit proves nothing.
 */
function makeMemoryFolder() {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < MEMORY_NEEDED_BYTES) return undefined;
    const folder = mkdtempSync(join(SHARED_MEMORY, 'carrel-tests-'));
    // PostgreSQL runs as another user where the tests run as root; it must reach its own folder in this one.
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Adds a runner's counts; a runner without a report, without a test, or with a non-zero exit code but no failure,
 * counts as one failure.
 */
function count(name, endedWell, report) {
  const hasRun = report !== undefined && report.passed + report.failed > 0;
  const { passed, failed } = hasRun ? report : { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed;
  if (!endedWell && failed === 0) total.failed += 1;
  if (!endedWell || failed > 0) troubles.push(name);
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

print('Checking and building');
const [checks, isBuilt] = await Promise.all([
  check(),
  runBeside('Building', process.execPath, [join(root, '.ci', 'build.mjs')]),
]);
count('checks', checks.failed.length === 0, { passed: checks.passed, failed: checks.failed.length });
if (!isBuilt) stop('Nothing was tested; see the lines above.');

print('Running unit and server tests');
const vitestFile = join(results, 'vitest.json');
const vitestWell = run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestFile}`,
]);
const vitest = readReport(vitestFile);
count(
  'unit and server tests',
  vitestWell,
  vitest && { passed: vitest.numPassedTests, failed: vitest.numFailedTests },
);

print('Running browser tests');
const playwrightFile = join(results, 'playwright.json');
const playwrightWell = run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
  env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile },
});
const stats = readReport(playwrightFile)?.stats;
count(
  'browser tests',
  playwrightWell,
  stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky },
);

if (memory) rmSync(memory, { recursive: true, force: true });
for (const failure of listFailures(vitest)) process.stdout.write(`\n${failure}\n`);
if (troubles.length > 0) process.stdout.write(`\nTrouble in: ${troubles.join(', ')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
