import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Life, World } from './life.ts';
import { live, makeWorld } from './run-schedule.ts';

const SEEDS = [3, 17, 42, 99, 2_024];

it(`lives the same life from the same seed, whatever was lived before (seeds ${SEEDS.join(', ')})`, async () => {
  const world = await makeWorld();
  const first = await liveAll(world, SEEDS);
  const again = await liveAll(world, [...SEEDS].reverse());
  expect(again.reverse()).toEqual(first);
  rmSync(world.template, { recursive: true, force: true });
});

async function liveAll(world: World, seeds: readonly number[]): Promise<unknown[]> {
  const told: unknown[] = [];
  for (const seed of seeds) told.push(await tell(await live(seed, world)));
  return told;
}

/** Everything that was sent, in order, and its outcome. */
async function tell({ server, arrivals }: Life) {
  const lessons = await server.db.selectFrom('lessons').selectAll().execute();
  return {
    arrivals: arrivals.map(({ device, keys }) => [device, ...keys]),
    // Except for the server's file ids, which are unpredictable.
    lessons: lessons.map(({ videoFileId, ...lesson }) => ({ ...lesson, hasFilm: videoFileId !== null })),
  };
}
