import { rmSync } from 'node:fs';
import { afterAll, beforeAll, it } from 'vitest';
import type { World } from './life.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/** What fits a test run; `npm run simulate -- 50000` takes the time that it needs. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 48);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
/** Whoever runs many wants to hear of each that has passed. */
const isTold = process.env.TELL_PASSED !== undefined;

/** Schedules by seeds in a row. The second file goes on where the first ends, so that both cores have work. */
export function runLives(file: 0 | 1): void {
  const first = FIRST_SEED + file * SCHEDULES;
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  }, 60_000);
  afterAll(() => rmSync(world.template, { recursive: true, force: true }));

  it(`heals, whatever happens (seeds ${first} to ${first + SCHEDULES - 1})`, async () => {
    for (let seed = first; seed < first + SCHEDULES; seed += 1) {
      await runSchedule(seed, world);
      if (isTold) process.stdout.write(`passed ${seed}\n`);
    }
  }, 3_600_000);
}
