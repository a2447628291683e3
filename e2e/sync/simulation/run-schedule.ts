import { BATCH_REQUESTS_MAX, PULL_LIMIT, PULL_MAX_CHARACTERS } from '#schema/limits.ts';
import { passAccounts } from './accounts/account-actions.ts';
import { beginAccounts } from './accounts/watch-accounts.ts';
import { sendAndReport, step } from './actions/actions.ts';
import { passDays } from './actions/housekeeping.ts';
import { loseStores, watchLosses } from './actions/lose-stores.ts';
import { loseWork } from './actions/operator-actions.ts';
import { pullOnce } from './actions/sending.ts';
import { fillOrFree } from './actions/server-disk.ts';
import { expectInvariants } from './invariants.ts';
import { startLoops, stopLoops } from './loops/pages.ts';
import { settleLoops } from './loops/settle-loops.ts';
import { ADMINS, LEARNERS, loadBackend, makeTemplate } from './machines/backend.ts';
import { Device, type Memory } from './machines/device.ts';
import { letDisksFill } from './machines/disk.ts';
import { serverDisk } from './machines/server-disk.ts';
import { SimulatedServer } from './machines/simulated-server.ts';
import { signSynchronously } from './machines/sync-files.ts';
import { quiesce } from './quiesce.ts';
import {
  begin,
  isAdmin,
  requestSession,
  type SimulationRun,
  type SimulationWorld,
  untilIdle,
} from './run/simulation-run.ts';
import { workInVersions } from './versions/work-in-versions.ts';

/** Many runs are short, some are long. */
const STEPS = [8, 8, 12, 12, 16, 20, 28, 40] as const;
/** Of a run with quizzes, where devices send in between: what was handed in is graded again, and counted. */
const QUIZ_STEPS = 32;
const QUIZ_STEPS_UNTIL_SENT = 6;
/** The usual user of each device. */
/**
 * With small batches, one is full and the next claimed while it is in flight, even in the short outboxes of a
 * simulation run.
 */
const FEW = 2;
const DEVICES = [
  ['desktop', 'admin', BATCH_REQUESTS_MAX],
  ['laptop', 'carol', FEW],
  ['phone', 'alice', FEW],
  ['tower', 'admin', FEW],
  ['tablet', 'alice', BATCH_REQUESTS_MAX],
  ['kiosk', 'bob', BATCH_REQUESTS_MAX],
] as const;
/** Creates the state shared by schedules: the devices, the server's modules and an initial database. */
export async function makeWorld(): Promise<SimulationWorld> {
  const template = await makeTemplate();
  letDisksFill();
  signSynchronously();
  const backend = await loadBackend();
  const devices: Device[] = [];
  for (const [name, owner, batchRows] of DEVICES) {
    devices.push(await Device.create(name, owner, batchRows));
  }
  const server = await SimulatedServer.begin(null, template, backend);
  const memories = new Map<string, Memory>();
  const [firstDevice] = devices;
  if (firstDevice === undefined) throw new Error('There is no device');
  const tab = await Device.createTab(firstDevice, FEW);
  for (const userId of [...ADMINS, ...LEARNERS])
    memories.set(userId, await createMemory(firstDevice, userId, server));
  for (const device of devices) await createStores(device, memories);
  return { template, backend, devices, tab, memories, server };
}

/** Creates every user's databases on a device, so a run does not depend on earlier users. */
async function createStores(device: Device, memories: ReadonlyMap<string, Memory>): Promise<void> {
  for (const memory of memories.values()) await device.reset(0, memory);
}

/** In some runs databases are deleted, or people sign up who are in no other. */
async function renewStores({ circumstances, members }: SimulationRun, world: SimulationWorld): Promise<void> {
  if (circumstances.lostStores === null && circumstances.accounts === null) return;
  for (const { device } of members) {
    await device.disk.deleteAll();
    await createStores(device, world.memories);
  }
}

/** Signs a user in and fetches the data: the initial state of a device in a run. */
async function createMemory(device: Device, userId: string, server: SimulatedServer): Promise<Memory> {
  device.fetch = (path, init = {}) => server.fetch(path, init);
  await device.reset(0, null);
  const { knownUser, privateStore, token } = device.loaded;
  const session = await requestSession(server, userId);
  token.writeToken(session.token);
  knownUser.writeKnownUser(session.user);
  const store = privateStore.openPrivateStore(userId);
  await pullOnce({ pageRows: PULL_LIMIT, pageCharacters: PULL_MAX_CHARACTERS }, device.loaded, store);
  if (!isAdmin(device.loaded, userId)) await device.loaded.refresh.downloadMissingCourses();
  return device.remember();
}

/** Runs one schedule. Throws, with the seed, when data was lost, duplicated or mixed up. */
export async function runSchedule(seed: number, world: SimulationWorld): Promise<void> {
  await simulate(seed, world);
}

/** Like {@link runSchedule}; returns the run's state. */
export async function simulate(seed: number, world: SimulationWorld): Promise<SimulationRun> {
  const run = await begin(seed, world);
  const stopCopies = watchLosses(run);
  try {
    await beginAccounts(run);
    await startLoops(run);
    const { hasQuizzes } = run.circumstances;
    for (let left = hasQuizzes ? QUIZ_STEPS : run.random.pick(STEPS); left > 0; left -= 1) {
      fillOrFree(run);
      await passDays(run);
      await loseStores(run);
      await passAccounts(run);
      await step(run);
      if (hasQuizzes && left % QUIZ_STEPS_UNTIL_SENT === 0) await sendAndReport(run);
    }
    serverDisk.free();
    if (run.circumstances.restores !== null) await loseWork(run, () => step(run, true));
    await workInVersions(run, () => step(run, true));
    await settleLoops(run);
    await expectInvariants(run, await quiesce(run));
    await run.server.rest();
    return run;
  } catch (cause) {
    stopLoops(run);
    // A server with pending work is not reused for another run.
    world.server = null;
    await untilIdle(run);
    await run.server.close();
    throw new Error(
      `The schedule with seed ${seed} failed (npm run simulate -- 1 ${seed}): ${String(cause)}`,
      { cause },
    );
  } finally {
    stopCopies();
    await renewStores(run, world);
  }
}
