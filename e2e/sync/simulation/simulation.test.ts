import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { drawCircumstances } from './run/circumstances.ts';
import type { SimulationWorld } from './run/simulation-run.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/** In each part: 2,000 in a test run. `npm run simulate -- 50000` takes longer. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 500);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
/**
 * This file is run once for each part of the seeds (`vite.config.ts`), to use all cores. Each part has its own
 * process, which frees the memory of its runs.
 */
const PART = Number(process.env.SIMULATION_PART);
/** Only seeds with this one, if it is set. */
const CIRCUMSTANCE = process.env.CIRCUMSTANCE;
/** Reports each passed schedule, for long runs. */
const isVerbose = process.env.REPORT_PASSED !== undefined;

const first = FIRST_SEED + (PART - 1) * SCHEDULES;
const last = first + SCHEDULES - 1;

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

  it(`reaches the same state everywhere whatever fails (seeds ${first} to ${last})`, async () => {
    for (let seed = first; seed <= last; seed += 1) {
      if (isWanted(seed)) await runSchedule(seed, world);
      if (isVerbose) process.stdout.write(`passed ${seed}\n`);
    }
  }, 3_600_000);
});

const isWanted = (seed: number) =>
  CIRCUMSTANCE === undefined ||
  Object.entries(drawCircumstances(seed)).some(([name, drawn]) => name === CIRCUMSTANCE && Boolean(drawn));
