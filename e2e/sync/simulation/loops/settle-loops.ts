import { expect } from 'vitest';
import { decideOne } from '../actions/decisions.ts';
import { settleDrafts } from '../drafts/draft-actions.ts';
import { asUser, on, type SimulationRun, untilIdle } from '../run/simulation-run.ts';
import { adminsOf, comeTogether } from './loop-actions.ts';
import { type Departure, findLoops, type Loops } from './loops.ts';
import { stopLoops } from './pages.ts';
import { passTime } from './pass-time.ts';

const MINUTE_MS = 60_000;
/** Longer than the longest delay between two attempts, and than the interval of the pull. */
const IDLE_MS = 4 * MINUTE_MS;
/** Longer than the time-out of a silent request, and than a piece takes beside others. */
const SILENT_MAX_MS = 2 * MINUTE_MS;
const OUTAGE_MS = 10 * MINUTE_MS;
/** Longer than all attempts of a run need: each waits for five minutes at most, or for a `Retry-After`. */
const ROUNDS_MAX = 240;
const ROUND_MS = 30_000;

/**
 * The shortest delays are 0.5, 1, 2, … 32 s and then 60 s each, the longest sleep of the engine: so often may one
 * thing be tried while nobody touches the device and the network is down, also if it begins within that time.
 */
const ATTEMPTS_MAX = 16;
/** Whether the server is back is asked every 30 s. */
const PROBES_MAX = OUTAGE_MS / 30_000 + 1;
/** Of a device that has nothing to send: two pulls by timer, with the hints that they follow. */
const IDLE_CALLS_MAX = 8;

/**
 * Ends all faults in a run with loops, and lets time pass. The loops alone send and pull everything; users
 * only sign in and decide conflicts.
 */
export async function settleLoops(run: SimulationRun): Promise<void> {
  const loops = findLoops(run);
  if (loops === null) return;
  await finishActions(run, loops);
  for (const { device } of run.members) device.disk.writesUntilFull = Number.POSITIVE_INFINITY;
  loops.isCalm = true;
  for (const member of adminsOf(run)) await settleDrafts(run, member);
  if (run.random.below(2) === 0) await sitOutOutage(run, loops);
  run.faultPercent = 0;
  await untilSent(run);
  await expectIdle(run, loops);
  for (const connection of loops.connections) connection.lift();
  stopLoops(run);
  await loops.untilQuiet();
}

/** Over a slow connection, actions of users need time. */
async function finishActions(run: SimulationRun, { connections }: Loops): Promise<void> {
  const isBusy = () => run.members.some(({ running }) => running.size > 0);
  while (connections.length > 0 && isBusy()) await passTime(run, ROUND_MS);
  await untilIdle(run);
}

/** The network is down and nobody does anything: attempts become rare. */
async function sitOutOutage(run: SimulationRun, loops: Loops): Promise<void> {
  for (const { device } of run.members) loops.offline.add(device.name);
  await passTime(run, ROUND_MS);
  const from = loops.departures.length;
  await passTime(run, OUTAGE_MS);
  const counts = new Map<string, number>();
  for (const name of loops.departures.slice(from).flatMap(thingsOf))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const often = [...counts].filter(([name, count]) => count > attemptsMax(name));
  expect(often, 'attempts in an outage of ten minutes').toEqual([]);
}

/** What was attempted: each command of a batch, or a path. */
function thingsOf({ device, path, keys }: Departure): string[] {
  const [place = ''] = path.split('?');
  return keys.length === 0 ? [`${device} ${place}`] : keys.map((key) => `${device} ${key}`);
}

const attemptsMax = (name: string) => (name.endsWith('/api/courses') ? PROBES_MAX : ATTEMPTS_MAX);

async function untilSent(run: SimulationRun): Promise<void> {
  let left: unknown[] = [];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await comeTogether(run);
    await passTime(run, ROUND_MS);
    left = await decideAndCount(run);
    if (left.length > 0) continue;
    // A device may learn only by its next pull that the server was restored.
    await passTime(run, IDLE_MS);
    left = await decideAndCount(run);
    if (left.length === 0) return;
  }
  expect(left, 'what the loops alone did not send').toEqual([]);
}

/** Users decide what waits for them. Returns what has not arrived, and who has to sign in again. */
async function decideAndCount(run: SimulationRun): Promise<unknown[]> {
  const left: unknown[] = [];
  for (const member of run.members) {
    await asUser(run, member, (app, store) => decideOne(run, app, store));
    await on(run, member, async (app, store) => {
      for (const { command, state, lastProblem } of await app.outboxRows.listUnsent(store))
        left.push([member.device.name, command.kind, state, lastProblem]);
    });
    if (member.device.loaded.token.readToken() === null) left.push([member.device.name, 'signed out']);
  }
  return left;
}

/** With nothing to send and nothing new, a device is quiet. */
async function expectIdle(run: SimulationRun, loops: Loops): Promise<void> {
  const from = loops.departures.length;
  await passTime(run, IDLE_MS);
  for (const { device } of run.members) {
    const own = loops.departures.slice(from).filter((one) => one.device === device.name);
    const paths = own.map(({ path }) => path);
    expect(paths.length, `requests of ${device.name} while idle: ${paths.join(' ')}`).toBeLessThanOrEqual(
      IDLE_CALLS_MAX,
    );
  }
  const silent = loops.connections.filter((connection) => connection.isSilentFor(SILENT_MAX_MS));
  expect(silent.length, 'connections with a silent request that the device does not end').toBe(0);
}
