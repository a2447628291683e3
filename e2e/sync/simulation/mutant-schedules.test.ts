import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Mutant } from '../mutants/mutant.ts';
import { mutantsNoticedBy, withMutant } from '../mutants/with-mutant.ts';
import { drawCircumstances } from './run/circumstances.ts';
import type { SimulationWorld } from './run/simulation-run.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/*
 * Checks that the simulation detects defects. Each mutant is applied alone, and some schedule must fail; a
 * mutant that none detects shows a gap in the simulation's checks.
 */
const SCHEDULES_MAX = Number(process.env.SCHEDULES ?? 60);

describe('a schedule notices that', () => {
  it.each(mutantsNoticedBy('schedules'))('%s', async (name, { noticedIn, firstSeed = 1 }) => {
    await withMutant(name, async () => {
      const world = await makeWorld();
      try {
        await expect(runSchedules(world, firstSeed, noticedIn)).rejects.toThrow();
      } finally {
        rmSync(world.template, { recursive: true, force: true });
      }
    });
  });
});

async function runSchedules(
  world: SimulationWorld,
  firstSeed: number,
  noticedIn: Mutant['noticedIn'],
): Promise<void> {
  let left = SCHEDULES_MAX;
  for (let seed = firstSeed; left > 0; seed += 1) {
    if (noticedIn !== undefined && !drawCircumstances(seed)[noticedIn]) continue;
    await runSchedule(seed, world);
    left -= 1;
  }
}
