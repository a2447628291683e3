// `npm run simulate -- N [firstSeed]`: N schedules of the simulation on all cores; ends with 1 and the seed of one that failed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bin, ensureDependencies, root } from './install.mjs';

/** A fresh process after so many: what they leave in memory goes with it. */
const AT_ONCE = 200;

ensureDependencies();
const [count = 2_000, firstSeed = 1] = process.argv.slice(2).map(Number);
if (!(count > 0 && Number.isInteger(count) && Number.isInteger(firstSeed))) {
  console.error('npm run simulate -- <how many> [<first seed>]');
  process.exit(1);
}
const end = firstSeed + count;
let next = firstSeed;
let passed = 0;
let failed = 0;

function runPart(first, schedules) {
  const env = { ...process.env, FIRST_SEED: String(first), SCHEDULES: String(schedules) };
  const args = ['run', '--project', 'joint', 'e2e/sync/simulation/lives.test.ts'];
  const child = spawn(bin('vitest'), args, { cwd: root, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ isWell: code === 0, said }));
  });
}

async function work() {
  while (next < end && failed === 0) {
    const first = next;
    const schedules = Math.min(AT_ONCE, end - first);
    next += schedules;
    const { isWell, said } = await runPart(first, schedules);
    if (isWell) {
      passed += schedules;
      console.log(`${passed} of ${count}`);
    } else {
      failed += 1;
      console.error(said);
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed === 0) console.log(`${passed} schedules passed`);
process.exit(failed === 0 ? 0 : 1);
