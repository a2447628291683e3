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

/** Many lives are short, some are long. */
const STEPS = [8, 8, 12, 12, 16, 20, 28, 40] as const;
/** Who has which device, as a rule. */
/** With few to a batch, one is full and the next claimed while it is under way, in outboxes as short as a life's. */
const FEW = 2;
const DEVICES = [
  ['desk', 'admin', BATCH_REQUESTS_MAX],
  ['laptop', 'carol', FEW],
  ['phone', 'alice', FEW],
  ['tower', 'admin', FEW],
  ['tablet', 'alice', BATCH_REQUESTS_MAX],
  ['kiosk', 'bob', BATCH_REQUESTS_MAX],
] as const;
/** Makes what schedules share: the devices, the server's modules and a database to begin with. */
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

/** Makes everybody's databases on a device: no life shall be another because somebody had been there before. */
async function knowEverybody(device: Device, memories: ReadonlyMap<string, Memory>): Promise<void> {
  for (const memory of memories.values()) await device.reset(0, memory);
}

/** Signs somebody in and fetches what there is; so a device is when a life begins. */
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

/** One life from beginning to end. Throws where something was lost, doubled or mixed up, and says from which seed. */
export async function runSchedule(seed: number, world: World): Promise<void> {
  await live(seed, world);
}

/** As {@link runSchedule}; answers what was lived. */
export async function live(seed: number, world: World): Promise<Life> {
  const life = await begin(seed, world);
  try {
    for (let left = life.random.pick(STEPS); left > 0; left -= 1) await step(life);
    await expectOneTruth(life, await heal(life));
    await life.server.rest();
    return life;
  } catch (cause) {
    // What is still under way in it is no part of another life.
    world.server = null;
    await settleAll(life);
    await life.server.close();
    throw new Error(
      `The schedule with seed ${seed} failed (npm run simulate -- 1 ${seed}): ${String(cause)}`,
      { cause },
    );
  }
}
