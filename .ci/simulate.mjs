// `npm run simulate -- N [firstSeed]`: N schedules of the simulation on all cores; exits with 1 and prints
// the failed seeds. `SERVER=postgres` runs them with two server processes on PostgreSQL.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './install.mjs';
import { bin, root } from './programs.mjs';

/** Schedules per process; a new process frees their memory. */
const AT_ONCE = 500;
const REPORT_EVERY = 100;

const isOnPostgres = process.env.SERVER === 'postgres';
const project = isOnPostgres ? 'simulation-postgres' : 'simulation';

/**
 * Runs schedules on all cores, and prints a failed one at once, with the command that repeats it.
 *
 * @returns how many passed, and the seeds of those that failed
 * @throws after a failure other than that of a schedule
 */
export async function simulate({ count, firstSeed }) {
  const cores = Number(process.env.CORES ?? availableParallelism());
  const atOnce = Math.min(AT_ONCE, Math.ceil(count / cores));
  const startedMs = performance.now();
  const end = firstSeed + count;
  let next = firstSeed;
  let passed = 0;
  const failed = [];
  const running = new Set();

  function countPassed() {
    passed += 1;
    if (passed % REPORT_EVERY > 0) return;
    const rate = passed / ((performance.now() - startedMs) / 1_000);
    console.log(`${passed} of ${count} passed, ${rate.toFixed(1)} a second`);
  }

  function runPart(first, schedules) {
    const env = {
      ...process.env,
      FIRST_SEED: String(first),
      SCHEDULES: String(schedules),
      REPORT_PASSED: '1',
    };
    const args = ['run', '--project', project, 'e2e/sync/simulation/simulation.test.ts'];
    const child = spawn(bin('vitest'), args, { cwd: root, env });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (/^passed \d+$/.test(line)) countPassed();
        else output += `${line}\n`;
      });
    }
    return new Promise((resolve) => {
      child.on('close', (code) => {
        running.delete(child);
        resolve({ isWell: code === 0, output });
      });
    });
  }

  /** Runs these seeds; prints a failed one at once and continues with the rest. */
  async function runFrom(first, last) {
    const { isWell, output } = await runPart(first, last - first);
    if (isWell) return;
    console.error(output);
    const seed = Number(/schedule with seed (\d+) failed/.exec(output)?.[1]);
    if (Number.isNaN(seed)) {
      for (const child of running) child.kill();
      throw new Error(`The schedules from seed ${first} on could not be run; see the lines above.`);
    }
    console.error(`Again: ${isOnPostgres ? 'SERVER=postgres ' : ''}npm run simulate -- 1 ${seed}`);
    failed.push(seed);
    if (seed + 1 < last) await runFrom(seed + 1, last);
  }

  async function work() {
    while (next < end) {
      const first = next;
      next = Math.min(end, first + atOnce);
      await runFrom(first, next);
    }
  }

  console.log(`Seeds ${firstSeed} to ${end - 1}`);
  await Promise.all(Array.from({ length: cores }, work));
  console.log(
    `${passed} schedules passed${failed.length > 0 ? `, ${failed.length} failed: ${failed.join(', ')}` : ''}`,
  );
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureDependencies();
  const [count = 2_000, firstSeed = 1] = process.argv.slice(2).map(Number);
  if (!(count > 0 && Number.isInteger(count) && Number.isInteger(firstSeed))) {
    console.error('npm run simulate -- <how many> [<first seed>]');
    process.exit(1);
  }
  const { failed } = await simulate({ count, firstSeed });
  process.exit(failed.length > 0 ? 1 : 0);
}
