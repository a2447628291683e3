import { step } from './acts.ts';
import { Device, installDevices } from './device.ts';
import { heal } from './heal.ts';
import { begin, type World } from './life.ts';
import { signPromptly } from './prompt-files.ts';
import { loadBackend, makeTemplate } from './simulated-server.ts';
import { expectOneTruth } from './truth.ts';

const STEPS = 40;
const DEVICES = ['desk', 'phone', 'tablet', 'laptop', 'kiosk'];

/** Makes what schedules share: the devices, the server's modules and a database to begin with. */
export async function makeWorld(): Promise<World> {
  const template = await makeTemplate();
  installDevices();
  signPromptly();
  const backend = await loadBackend();
  const devices: Device[] = [];
  for (const name of DEVICES) devices.push(await Device.create(name));
  return { template, backend, devices };
}

/** One life from beginning to end. Throws where something was lost, doubled or mixed up, and says from which seed. */
export async function runSchedule(seed: number, world: World): Promise<void> {
  const life = await begin(seed, world);
  try {
    for (let count = 0; count < STEPS; count += 1) await step(life);
    await expectOneTruth(life, await heal(life));
  } catch (cause) {
    throw new Error(`The schedule with seed ${seed} failed: ${String(cause)}`, { cause });
  } finally {
    await life.server.close();
  }
}
