import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SimulationRun, SimulationWorld } from './run/simulation-run.ts';
import { makeWorld, simulate } from './run-schedule.ts';

/**
 * Some let the app’s own loops run, some type into drafts, some have two tabs, an older version, a full disk, lost
 * databases or new accounts.
 */
const SEEDS = [3, 11, 17, 25, 29, 42, 46, 81, 82, 89, 98, 99, 153, 277, 766, 2_005, 2_024];

it(`repeats the same run from the same seed, whatever ran before (seeds ${SEEDS.join(', ')})`, async () => {
  const world = await makeWorld();
  const first = await simulateAll(world, SEEDS);
  const again = await simulateAll(world, [...SEEDS].reverse());
  expect(again.reverse()).toEqual(first);
  rmSync(world.template, { recursive: true, force: true });
});

async function simulateAll(world: SimulationWorld, seeds: readonly number[]): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const seed of seeds) results.push(await summarize(await simulate(seed, world)));
  return results;
}

/** Everything that was sent, in order, and its outcome. */
async function summarize({ server, arrivals }: SimulationRun) {
  const lessons = await server.db.selectFrom('lessons').selectAll().execute();
  return {
    arrivals: arrivals.map(({ device, keys }) => [device, ...keys]),
    // Except for the server's file ids, which are unpredictable.
    lessons: lessons.map(({ videoFileId, ...lesson }) => ({ ...lesson, hasVideo: videoFileId !== null })),
  };
}
