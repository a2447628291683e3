import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutantsNoticedBy, withMutant } from '../mutants/with-mutant.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/*
 * Checks that the simulation detects defects. Each mutant is applied alone, and some schedule must fail; a
 * mutant that none detects shows a gap in the simulation's checks.
 */
const SCHEDULES_MAX = Number(process.env.SCHEDULES ?? 60);

describe('a schedule notices that', () => {
  it.each(mutantsNoticedBy('schedules'))('%s', async (name) => {
    await withMutant(name, async () => {
      const world = await makeWorld();
      try {
        await expect(runSchedules(world)).rejects.toThrow();
      } finally {
        rmSync(world.template, { recursive: true, force: true });
      }
    });
  });
});

async function runSchedules(world: Awaited<ReturnType<typeof makeWorld>>): Promise<void> {
  for (let seed = 1; seed <= SCHEDULES_MAX; seed += 1) await runSchedule(seed, world);
}
