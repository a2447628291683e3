import { BATCH_REQUESTS_MAX } from '#schema/limits.ts';
import { step } from './acts.ts';
import { ADMINS, LEARNERS, loadBackend, makeTemplate } from './backend.ts';
import { Device, type Memory } from './device.ts';
import { letDisksFill } from './disk.ts';
import { heal } from './heal.ts';
import { askSession, begin, type Life, settleAll, type World } from './life.ts';
import { signPromptly } from './prompt-files.ts';

import { pullOnce } from './sending.ts';
import { SimulatedServer } from './simulated-server.ts';
import { expectOneTruth } from './truth.ts';

/** Many runs are short, some are long. */
const STEPS = [8, 8, 12, 12, 16, 20, 28, 40] as const;
/** The usual user of each device. */
/**
 * With small batches, one is full and the next claimed while it is in flight, even in the short outboxes of a
 * simulation run.
 */
const FEW = 2;
const DEVICES = [
  ['desk', 'admin', BATCH_REQUESTS_MAX],
  ['laptop', 'carol', FEW],
  ['phone', 'alice', FEW],
  ['tower', 'admin', FEW],
  ['tablet', 'alice', BATCH_REQUESTS_MAX],
  ['kiosk', 'bob', BATCH_REQUESTS_MAX],
] as const;
/** Creates the state shared by schedules: the devices, the server's modules and an initial database. */
export async function makeWorld(): Promise<World> {
  const template = await makeTemplate();
  letDisksFill();
  signPromptly();
  const backend = await loadBackend();
  const devices: Device[] = [];
  for (const [name, owner, batchRows] of DEVICES) {
    devices.push(await Device.create(name, owner, batchRows));
  }
  const server = await SimulatedServer.begin(null, template, backend);
  const memories = new Map<string, Memory>();
  const [desk] = devices;
  if (desk === undefined) throw new Error('There is no device');
  for (const userId of [...ADMINS, ...LEARNERS]) memories.set(userId, await lookAround(desk, userId, server));
  for (const device of devices) await knowEverybody(device, memories);
  return { template, backend, devices, memories, server };
}

/** Creates every user's databases on a device, so a run does not depend on earlier users. */
async function knowEverybody(device: Device, memories: ReadonlyMap<string, Memory>): Promise<void> {
  for (const memory of memories.values()) await device.reset(0, memory);
}

/** Signs a user in and fetches the data: the initial state of a device in a run. */
async function lookAround(device: Device, userId: string, server: SimulatedServer): Promise<Memory> {
  device.fetch = (path, init = {}) => server.fetch(path, init);
  await device.reset(0, null);
  const { knownUser, privateStore, token } = device.loaded;
  const session = await askSession(server, userId);
  token.writeToken(session.token);
  knownUser.writeKnownUser(session.user);
  const store = privateStore.openPrivateStore(userId);
  await pullOnce(device.loaded, store);
  return device.remember();
}

/** Runs one schedule. Throws, with the seed, when data was lost, duplicated or mixed up. */
export async function runSchedule(seed: number, world: World): Promise<void> {
  await live(seed, world);
}

/** Like {@link runSchedule}; returns the run's state. */
export async function live(seed: number, world: World): Promise<Life> {
  const life = await begin(seed, world);
  try {
    for (let left = life.random.pick(STEPS); left > 0; left -= 1) await step(life);
    await expectOneTruth(life, await heal(life));
    await life.server.rest();
    return life;
  } catch (cause) {
    // A server with pending work is not reused for another run.
    world.server = null;
    await settleAll(life);
    await life.server.close();
    throw new Error(
      `The schedule with seed ${seed} failed (npm run simulate -- 1 ${seed}): ${String(cause)}`,
      { cause },
    );
  }
}
