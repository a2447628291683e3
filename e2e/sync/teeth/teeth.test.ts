import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { makeWorld, runSchedule } from '../simulation/run-schedule.ts';
import { placesOf } from './plant-teeth.ts';
import { type ToothName, teeth } from './teeth.ts';

/*
 * Whether the simulation would notice. Each defect is planted by itself, and some schedule must fail; one that
 * none notices is a hole in what the simulation looks at.
 */
const SCHEDULES_MAX = Number(process.env.SCHEDULES ?? 60);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const isToothName = (name: string): name is ToothName => name in teeth;
const names = Object.keys(teeth).filter(isToothName);

describe.each(names)('%s', (name) => {
  it('is noticed', async () => {
    const { file, bitten } = placesOf(name, ROOT);
    vi.doMock(file, () => import(/* @vite-ignore */ bitten));
    const world = await makeWorld();
    try {
      let noticed: unknown = null;
      let seed = 0;
      while (noticed === null && seed < SCHEDULES_MAX) {
        seed += 1;
        noticed = await runSchedule(seed, world).then(
          () => null,
          (error: unknown) => error,
        );
      }
      expect(noticed, `noticed within ${SCHEDULES_MAX} schedules`).not.toBeNull();
    } finally {
      vi.doUnmock(file);
      rmSync(world.template, { recursive: true, force: true });
    }
  });
});
