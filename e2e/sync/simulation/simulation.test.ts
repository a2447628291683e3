import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { drawCircumstances } from './run/circumstances.ts';
import type { SimulationWorld } from './run/simulation-run.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/** Those of `npm test`; `npm run simulate -- 50000` runs more, in several processes. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 100);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
/** Only seeds with this one, if it is set. */
const CIRCUMSTANCE = process.env.CIRCUMSTANCE;
/** Reports each passed schedule, for long runs. */
const isVerbose = process.env.REPORT_PASSED !== undefined;

const last = FIRST_SEED + SCHEDULES - 1;

/*
 * Three to five devices, a server and every network fault, in schedules that each have their own seed. A
 * failure message contains the seed; `npm run simulate -- 1 <seed>` runs it alone.
 */
describe('several devices and a server', () => {
  let world: SimulationWorld;
  beforeAll(async () => {
    world = await makeWorld();
  }, 240_000);
  afterAll(() => rmSync(world.template, { recursive: true, force: true }));

  it(`reaches the same state everywhere whatever fails (seeds ${FIRST_SEED} to ${last})`, async () => {
    for (let seed = FIRST_SEED; seed <= last; seed += 1) {
      if (isWanted(seed)) await runSchedule(seed, world);
      if (isVerbose) process.stdout.write(`passed ${seed}\n`);
    }
  }, 3_600_000);
});

const isWanted = (seed: number) =>
  CIRCUMSTANCE === undefined ||
  Object.entries(drawCircumstances(seed)).some(([name, drawn]) => name === CIRCUMSTANCE && Boolean(drawn));
