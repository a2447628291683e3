// `npm test` runs the first tier of tests, `npm run test:all` both, `node .ci/test.mjs rest` the second one after
// `npm test`. Installs what is missing (a browser too), and prints `N passed, N failed` at the end.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { listPlaywrightFailures, listVitestFailures } from './failures.mjs';
import { EVERYTHING, ensurePackages } from './install.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { bin, print, root, run, runBeside, stop } from './programs.mjs';
import { simulate } from './simulate.mjs';
import { ensureChromium, ensureFfmpeg, ensureHeadlessShell, ensureWebKit } from './test-programs.mjs';
import { TIERS } from './tiers.mjs';

const RUNS = { quick: ['quick'], rest: ['rest'], all: ['quick', 'rest'] };
const [asked = 'quick'] = process.argv.slice(2);
const tiers = RUNS[asked];
if (tiers === undefined) stop(`node .ci/test.mjs ${Object.keys(RUNS).join('|')}`);

const results = join(root, 'test-results');
const quickFile = join(results, 'quick.json');
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

for (const name of tiers) process.stdout.write(`${TIERS[name].about}.\n`);
await ensurePackages(EVERYTHING);
const chromium = ensureChromium();
if (chromium) process.env.CARREL_CHROMIUM = chromium;
const headlessShell = ensureHeadlessShell(chromium);
if (headlessShell) process.env.CARREL_HEADLESS_SHELL = headlessShell;
ensureFfmpeg();
const memory = makeMemoryFolder();
if (memory) process.env.TMPDIR = memory;

// The rest ends with the sum of both tiers, and with the failures of both.
const before = asked === 'rest' ? readJson(quickFile) : undefined;
const { total, troubles, failures } = before ?? {
  total: { passed: 0, failed: 0 },
  troubles: [],
  failures: [],
};
if (asked !== 'rest') rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/**
 * Each runs one kind of step. Resolves to whether it ended well and to its counts, which are missing when nothing was
 * reported.
 */
const runners = {
  async checks() {
    const [{ passed, failed }, isBuilt] = await Promise.all([check(), build()]);
    if (!isBuilt) stop('Nothing was tested; see the lines above.');
    failures.push(...failed.map((name) => `✘ Checking ${name}`));
    return { isWell: failed.length === 0, counts: { passed, failed: failed.length } };
  },

  async build() {
    if (!(await build())) stop('Nothing was tested; see the lines above.');
    return { isWell: true, counts: { passed: 1, failed: 0 } };
  },

  vitest(args, file) {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const isWell = run(bin('vitest'), ['run', ...reporters, ...args]);
    const report = readJson(file);
    failures.push(...listVitestFailures(report));
    return {
      isWell,
      counts: report && { passed: report.numPassedTests, failed: report.numFailedTests },
    };
  },

  playwright(args, file) {
    const isWell = run(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts', ...args], {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    });
    const report = readJson(file);
    failures.push(...listPlaywrightFailures(report));
    const stats = report?.stats;
    return {
      isWell,
      counts: stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky },
    };
  },

  webkit(_args, file) {
    const problem = ensureWebKit();
    if (problem !== null) {
      process.stdout.write(`It was not run. ${problem}\n`);
      return { isWell: true, counts: { passed: 0, failed: 0 }, isSkipped: true };
    }
    return { isWell: run(bin('tsx'), ['tools/engines/run.ts', 'webkit', file]), counts: readJson(file) };
  },

  async simulate([count, firstSeed]) {
    try {
      const { passed, failed } = await simulate({ count, firstSeed });
      failures.push(...failed.map((seed) => `✘ The schedule with seed ${seed}`));
      return { isWell: failed.length === 0, counts: { passed, failed: failed.length } };
    } catch (error) {
      console.error(error);
      return { isWell: false };
    }
  },
};

const build = () => runBeside('Building', process.execPath, [join(root, '.ci', 'build.mjs')]);

/** Adds a step's counts, unless this machine cannot run it; one without a report, without a test, or without a failure but not ended well, counts as one failure. */
function count(title, { isWell, counts, isSkipped = false }) {
  if (isSkipped) return;
  const hasRun = counts !== undefined && counts.passed + counts.failed > 0;
  const { passed, failed } = hasRun ? counts : { passed: 0, failed: 1 };
  total.passed += passed;
  total.failed += failed + (!isWell && failed === 0 ? 1 : 0);
  if (!isWell || failed > 0) troubles.push(title);
}

for (const name of tiers) {
  for (const [index, { title, runner, args }] of TIERS[name].steps.entries()) {
    print(title);
    count(title, await runners[runner](args, join(results, `${name}-${index + 1}.json`)));
  }
  if (name === 'quick') writeFileSync(quickFile, JSON.stringify({ total, troubles, failures }));
}

if (memory) rmSync(memory, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`\n${failure}\n`);
if (troubles.length > 0) process.stdout.write(`\nTrouble in: ${troubles.join('; ')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
