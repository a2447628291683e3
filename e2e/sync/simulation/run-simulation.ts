import { rmSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import type { SimulationWorld } from './run/simulation-run.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/** In each of the four files: 2,000 in a test run. `npm run simulate -- 50000` takes longer. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 500);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
/** Reports each passed schedule, for long runs. */
const isVerbose = process.env.REPORT_PASSED !== undefined;

/**
 * Runs schedules with consecutive seeds. Each file continues where the one before it ends, to use all cores,
 * and runs in its own process, which frees the memory of its runs.
 */
export function runSimulation(file: 1 | 2 | 3 | 4): void {
  const first = FIRST_SEED + (file - 1) * SCHEDULES;
  let world: SimulationWorld;
  beforeAll(async () => {
    world = await makeWorld();
  }, 60_000);
  afterAll(() => rmSync(world.template, { recursive: true, force: true }));

  it(`reaches the same state everywhere whatever fails (seeds ${first} to ${first + SCHEDULES - 1})`, async () => {
    for (let seed = first; seed < first + SCHEDULES; seed += 1) {
      await runSchedule(seed, world);
      if (isVerbose) process.stdout.write(`passed ${seed}\n`);
    }
  }, 3_600_000);
}
