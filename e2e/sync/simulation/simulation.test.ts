import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Device, installDevices } from './device.ts';
import { heal } from './heal.ts';
import { begin, step } from './live.ts';
import { makeTemplate } from './simulated-server.ts';
import { expectOneTruth } from './truth.ts';

/*
 * Three to five devices, a server, and between them everything that can go wrong, by schedules that each come
 * from their own seed. When one fails, its seed is in the message; `npm run simulate -- 1 <seed>` runs it alone.
 */
const SCHEDULES = Number(process.env.SCHEDULES ?? 40);
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);
const STEPS = 40;

let template: string;
const devices: Device[] = [];

beforeAll(async () => {
  template = await makeTemplate();
  installDevices();
  for (const name of ['desk', 'phone', 'tablet', 'laptop', 'kiosk']) devices.push(await Device.create(name));
}, 60_000);

afterAll(() => rmSync(template, { recursive: true, force: true }));

it(`heals, whatever happens (${SCHEDULES} schedules)`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed += 1) {
    const at = performance.now();
    await live(seed).then(() => process.env.TIMES && console.log(seed, Math.round(performance.now() - at))).catch((cause: unknown) => {
      throw new Error(`The schedule with seed ${seed} failed: ${String(cause)}`, { cause });
    });
  }
  expect(devices).toHaveLength(5);
}, 3_600_000);

async function live(seed: number): Promise<void> {
  const life = await begin(seed, template, devices);
  try {
    for (let count = 0; count < STEPS; count += 1) await step(life);
    await heal(life);
    await expectOneTruth(life);
  } finally {
    await life.server.close();
  }
}
