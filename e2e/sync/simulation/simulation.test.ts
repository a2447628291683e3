import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { World } from './life.ts';
import { makeWorld, runSchedule } from './run-schedule.ts';

/*
 * Three to five devices, a server, and between them everything that can go wrong, by schedules that each come
 * from their own seed. When one fails, its seed is in the message; `npm run simulate -- 1 <seed>` runs it alone.
 */
const SCHEDULES = Number(process.env.SCHEDULES ?? 40);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);

let world: World;

beforeAll(async () => {
  world = await makeWorld();
}, 60_000);

afterAll(() => rmSync(world.template, { recursive: true, force: true }));

it(`heals, whatever happens (${SCHEDULES} schedules)`, async () => {
  if (process.env.PROF) { const ins = await import('node:inspector'); const sess = new ins.Session(); sess.connect(); sess.post('Profiler.enable'); sess.post('Profiler.start'); (globalThis as any).stopProf = () => sess.post('Profiler.stop', (_: unknown, r: any) => (globalThis as any).profDone(JSON.stringify(r.profile))); }
  const failed: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    await runSchedule(seed, world).catch((error: unknown) => {
      failed.push(String(error));
      if (process.env.VERBOSE) console.log(error);
    });
  }
  if (process.env.PROF) { const fs = await import('node:fs'); (globalThis as any).profDone = (t: string) => fs.writeFileSync('/tmp/simprof/p.cpuprofile', t); (globalThis as any).stopProf(); }
  expect(failed).toEqual([]);
}, 3_600_000);
