import * as v from 'valibot';
import { createRandom, type Random } from '#e2e/sync/testing/random.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { UserReply } from '#schema/account/profile.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { PULL_LIMIT, PULL_MAX_CHARACTERS, PULL_MIN_CHARACTERS } from '#schema/limits.ts';
import { type Backend, LEARNERS } from '../machines/backend.ts';
import { worldClock } from '../machines/clock.ts';
import type { App, Device, Memory } from '../machines/device.ts';
import { SimulatedServer } from '../machines/simulated-server.ts';
import type { ChosenVideo } from './chosen-video.ts';
import { type Circumstances, drawCircumstances, hasTwoTabs } from './circumstances.ts';
import { createOracle, type Oracle } from './oracle.ts';
import { type Arrival, createUnreliableFetch } from './unreliable-fetch.ts';

/*
 * One schedule: a few devices, some of the same user, a server, faulty networks, and a seed that determines
 * all actions.
 */

export const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-11-21T08:00:00.000Z');

/** A session may end, and the server may go down, at any moment; no run needs half as many tries. */
const SIGN_IN_TRIES = 1_000;

/** By seed. Most pulls of a run are shorter than the largest page. */
const PAGE_ROWS = [PULL_LIMIT, PULL_LIMIT, 3, 1] as const;

export interface SimulationRun {
  readonly seed: number;
  readonly random: Random;
  readonly circumstances: Circumstances;
  readonly server: SimulatedServer;
  readonly members: readonly Member[];
  readonly arrivals: Arrival[];
  /** Requests that the network delivers after their sender gave up. */
  readonly overdue: Set<Promise<unknown>>;
  readonly oracle: Oracle;
  /** Acknowledged commands by id. */
  readonly acknowledged: Map<string, Command>;
  hasBeenRestored: boolean;
  /** Does what the app does first in a new page, as far as the run needs it. */
  startPage: (page: Page) => void;
  /** Signs a user in on a device. */
  signIn: (member: Member, userId: string) => Promise<void>;
  /** The codes with which learners may unlock courses. */
  readonly codes: { readonly courseId: string; readonly code: string }[];
  /** The chosen videos. */
  readonly videos: ChosenVideo[];
  markerCount: number;
  /** Maximum number of changes in a page of a pull. */
  readonly pageRows: number;
  /** Maximum size of a page. */
  readonly pageCharacters: number;
  /** Percentage of requests with a fault. */
  faultPercent: number;
  /** Each drain advances the clock by an hour, so no command waits for its backoff. */
  hours: number;
}

/** A device and its current user. */
export interface Member {
  readonly device: Device;
  userId: string;
  /** All users who have used it. */
  readonly people: Set<string>;
  /** Number of user actions in progress. */
  userActions: number;
  lastDone: Promise<unknown>;
  /** Pending work on this device. */
  readonly running: Set<Promise<unknown>>;
}

/** A page of the app with the store of its user. */
export interface Page {
  readonly member: Member;
  readonly app: App;
  readonly store: PrivateStore;
}

/** State shared by all schedules of a run. */
export interface SimulationWorld {
  readonly template: string;
  readonly backend: Backend;
  readonly devices: readonly Device[];
  /** A second tab of the first device. */
  readonly tab: Device;
  /** Device data after a user's first login and visit, by user. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** The previous simulation run's server. */
  server: SimulatedServer | null;
}

export async function begin(seed: number, world: SimulationWorld): Promise<SimulationRun> {
  const { template, backend, devices } = world;
  const random = createRandom(seed);
  worldClock.set(START_MS);
  backend.ids.reset(seed);
  const server = await SimulatedServer.begin(world.server, template, backend);
  world.server = server;
  const circumstances = drawCircumstances(seed);
  const left = circumstances.hasQuizzes ? learnersFirst(devices) : [...devices];
  const fixed = circumstances.hasQuizzes ? 3 : 2;
  const members = Array.from({ length: 3 + random.pick([0, 0, 0, 1, 1, 2]) }, (_, at) => {
    const [device] = left.splice(at < fixed ? 0 : random.below(left.length), 1);
    if (device === undefined) throw new Error('There are not enough devices');
    return newMember(device);
  });
  const run: SimulationRun = {
    ...{
      seed,
      random,
      circumstances,
      server,
      members,
      arrivals: [],
      overdue: new Set(),
      oracle: createOracle(),
      acknowledged: new Map(),
      videos: [],
    },
    codes: ['tides', 'stars'].flatMap((courseId) =>
      [1, 2, 3].map((n) => ({ courseId, code: `${courseId.toUpperCase()}-CODE-${n}` })),
    ),
    pageRows: PAGE_ROWS[seed % PAGE_ROWS.length] ?? PULL_LIMIT,
    pageCharacters: circumstances.largeTexts === null ? PULL_MAX_CHARACTERS : PULL_MIN_CHARACTERS,
    ...{ hasBeenRestored: false, markerCount: 0, faultPercent: 30, hours: 0 },
    startPage: () => undefined,
    signIn: (member, userId) => continueAs(run, member, userId),
  };
  for (const [at, member] of members.entries()) {
    const { device, userId } = member;
    const isNew = random.below(8) === 0;
    await device.reset(seed * 16 + at, isNew ? null : (world.memories.get(userId) ?? null));
    device.clockOffsetMs = random.pick([0, 0, -3_650 * DAY_MS, 3 * DAY_MS]);
    device.hasLocks = random.below(3) > 0;
    device.fetch = createUnreliableFetch(device.name, run);
    if (isNew) await signIn(run, member);
  }
  if (hasTwoTabs(seed)) members.push(await openTab(run, world.tab));
  return run;
}

/** The devices of one learner, after the first of an admin. */
function learnersFirst([first, ...others]: readonly Device[]): Device[] {
  const [one] = LEARNERS;
  const isLearners = ({ owner }: Device) => owner === one;
  const rest = [...others.filter(isLearners), ...others.filter((device) => !isLearners(device))];
  return first === undefined ? rest : [first, ...rest];
}

async function openTab(run: SimulationRun, tab: Device): Promise<Member> {
  const [first] = run.members;
  if (first === undefined) throw new Error('There is no device');
  await tab.open(run.seed * 16 + run.members.length);
  tab.fetch = createUnreliableFetch(tab.name, run);
  // One person uses both.
  return Object.defineProperty(newMember(tab), 'lastDone', {
    get: () => first.lastDone,
    set: (done: Promise<unknown>) => {
      first.lastDone = done;
    },
  });
}

function newMember(device: Device): Member {
  const userId = device.owner;
  return {
    ...{ device, userId, people: new Set([userId]), userActions: 0 },
    ...{ lastDone: Promise.resolve(), running: new Set() },
  };
}

type Work<T> = (app: App, store: PrivateStore) => Promise<T>;

/** Runs a function on a member's device with their own store; does nothing when the user is unknown. */
export async function on<T>(run: SimulationRun, member: Member, work: Work<T>): Promise<T | null> {
  const app = member.device.loaded;
  const store = app.privateStore.findPrivateStore();
  if (store === null) return null;
  notePage(run, { member, app, store });
  return work(app, store);
}

/** Like {@link on}, for user actions, which may discard commands: one after the other. */
export async function asUser<T>(run: SimulationRun, member: Member, work: Work<T>): Promise<T | null> {
  member.userActions += 1;
  const doing = member.lastDone.then(() => on(run, member, work));
  member.lastDone = doing
    .catch(() => undefined)
    .then(() => {
      member.userActions -= 1;
    });
  return doing;
}

/** By store; a page stays open in the next runs of its device. */
const pages = new WeakMap<PrivateStore, { readonly run: SimulationRun; readonly member: Member }>();

function notePage(run: SimulationRun, { member, app, store }: Page): void {
  const before = pages.get(store);
  if (before?.run === run) return;
  pages.set(store, { run, member });
  if (before === undefined) watchOutbox(store);
  run.startPage({ member, app, store });
}

/**
 * A command leaves the outbox only by an ack or a user action. Deleting a course also removes its refused
 * commands with the ack; the end of the run checks that there was such an ack.
 */
function watchOutbox(store: PrivateStore): void {
  store.database.outbox.hook('deleting', (_key, { command, state }) => {
    const page = pages.get(store);
    if (page === undefined || state === 'acknowledged' || page.member.userActions > 0) return;
    const { breaches, leftRefused } = page.run.oracle;
    const breach = `${command.kind} (${state}) left the outbox by itself`;
    const { id, userId, args } = command;
    if (state === 'refused' && 'courseId' in args)
      leftRefused.push({ id, userId, courseId: args.courseId, breach });
    else breaches.push(breach);
  });
}

/** Signs a user in; the work of a previous user stays on the device. */
export function signIn(run: SimulationRun, member: Member, userId = member.userId): Promise<void> {
  return run.signIn(member, userId);
}

/** Without the app's own session, which takes long. */
async function continueAs(run: SimulationRun, member: Member, userId: string): Promise<void> {
  const user = await requestSession(run.server, userId);
  const { knownUser, privateStore, token } = member.device.loaded;
  if (member.userId !== userId) privateStore.leavePrivateStore(member.userId);
  member.userId = userId;
  member.people.add(userId);
  token.writeToken(user.token);
  knownUser.writeKnownUser(user.user);
}

async function stayOrSignIn(run: SimulationRun, member: Member, userId: string): Promise<void> {
  const { knownUser, token } = member.device.loaded;
  const current = token.readToken();
  const isIn =
    run.circumstances.accounts === null
      ? current === (await run.server.signIn(userId))
      : current !== null && (await isAccepted(run.server, current));
  if (!isIn || knownUser.readKnownUser()?.id !== userId) await signIn(run, member, userId);
}

async function isAccepted(server: SimulatedServer, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await server.fetch('/api/auth/me', { headers })).ok;
}

export async function requestSession(server: SimulatedServer, userId: string) {
  for (let tries = 0; tries < SIGN_IN_TRIES; tries += 1) {
    const token = await server.signIn(userId);
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await server.fetch('/api/auth/me', { headers }).catch(() => null);
    if (reply?.ok) return { token, user: v.parse(UserReply, await reply.json()).user };
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`Every session of ${userId} had ended already`);
}

/** Runs a function on each device for each of its users. */
export async function asEachUser(
  run: SimulationRun,
  work: (member: Member) => Promise<unknown>,
): Promise<void> {
  for (const member of run.members) {
    // The owner last, who is signed in when the next run begins.
    for (const userId of [...member.people].reverse()) {
      await stayOrSignIn(run, member, userId);
      // As at every start of the app: a page may have crashed before this step.
      await on(run, member, (app, store) => app.pendingProfile.showPendingProfile(store));
      await work(member);
    }
  }
}

/** Whether the device knows its user as an admin. */
export function isAdmin({ knownUser }: Pick<App, 'knownUser'>, userId: string): boolean {
  const user = knownUser.readKnownUser();
  return user?.id === userId && user.role === 'admin';
}

/** Waits until no work is pending on any device or in the network. */
export async function untilIdle({
  members,
  overdue,
}: Pick<SimulationRun, 'members' | 'overdue'>): Promise<void> {
  for (const { running } of members) await Promise.all([...running]);
  await Promise.all([...overdue]);
}
