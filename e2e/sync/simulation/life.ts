import * as v from 'valibot';
import type { Command } from '#schema/commands.ts';
import { UserReply } from '#schema/profile.ts';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import { createRandom, type Random } from '../random.ts';
import { type App, type Device, worldClock } from './device.ts';
import { type Arrival, createLine } from './line.ts';
import { pullOnce } from './sending.ts';
import { ADMINS, type Backend, LEARNERS, SimulatedServer } from './simulated-server.ts';
import { newWitness, type Witness } from './witness.ts';

/*
 * One schedule: a few devices, some of one person, a server, lines that fail, and a seed that decides who does
 * what when.
 */

export const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-11-21T08:00:00.000Z');

export interface Life {
  readonly seed: number;
  readonly random: Random;
  readonly server: SimulatedServer;
  readonly members: readonly Member[];
  readonly arrivals: Arrival[];
  readonly witness: Witness;
  /** What devices were told is done: commands by their ids. */
  readonly acknowledged: Map<string, Command>;
  hasBeenRestored: boolean;
  words: number;
  /** Of a hundred requests so many meet with something. */
  trouble: number;
  /** Each drain goes as if another hour had passed, so that nothing waits for its time. */
  hours: number;
}

/** A device, and who sits at it. */
export interface Member {
  readonly device: Device;
  userId: string;
  /** Everybody who ever did. */
  readonly people: Set<string>;
  /** How many things its person does just now. */
  hands: number;
  lastDone: Promise<unknown>;
  /** What is under way on this device. */
  readonly running: Set<Promise<unknown>>;
}

/** What all schedules of a run share. */
export interface World {
  readonly template: string;
  readonly backend: Backend;
  readonly devices: readonly Device[];
}

export async function begin(seed: number, { template, backend, devices }: World): Promise<Life> {
  const random = createRandom(seed);
  worldClock.set(START_MS);
  const server = await SimulatedServer.start(template, backend);
  const count = 3 + random.below(Math.min(3, devices.length - 2));
  const people = [
    ADMINS[0],
    random.pick(ADMINS),
    random.pick(LEARNERS),
    random.pick(ADMINS),
    random.pick(LEARNERS),
  ];
  const members = devices.slice(0, count).map((device, at): Member => {
    const userId = people[at] ?? ADMINS[0];
    return {
      device,
      userId,
      people: new Set([userId]),
      hands: 0,
      lastDone: Promise.resolve(),
      running: new Set(),
    };
  });
  const life: Life = {
    ...{ seed, random, server, members, arrivals: [], witness: newWitness(), acknowledged: new Map() },
    ...{ hasBeenRestored: false, words: 0, trouble: 30, hours: 0 },
  };
  for (const member of members) {
    member.device.reset();
    member.device.clockOffsetMs = random.pick([0, 0, -3_650 * DAY_MS, 3 * DAY_MS]);
    member.device.hasLocks = random.below(3) > 0;
    member.device.fetch = createLine(member.device.name, life);
    await signIn(life, member);
    await on(life, member, pullOnce);
  }
  return life;
}

type Work<T> = (app: App, store: PrivateStore) => Promise<T>;

/** Runs something on a member's device with their own store; nothing where nobody is known. */
export async function on<T>(life: Life, member: Member, work: Work<T>): Promise<T | null> {
  const { device } = member;
  return device.run(async () => {
    const app = device.loaded;
    const store = app.privateStore.findPrivateStore();
    if (store === null) return null;
    watchOutbox(life.witness, member, store);
    return work(app, store);
  });
}

/** As {@link on}, what a person does, who may take commands back: one thing after the other. */
export async function byHand<T>(life: Life, member: Member, work: Work<T>): Promise<T | null> {
  member.hands += 1;
  const doing = member.lastDone.then(() => on(life, member, work));
  member.lastDone = doing
    .catch(() => undefined)
    .then(() => {
      member.hands -= 1;
    });
  return doing;
}

const watched = new WeakSet<PrivateStore>();

/** A command leaves the outbox by an ack or by the person's word, in no other way. */
function watchOutbox({ breaches }: Witness, member: Member, store: PrivateStore): void {
  if (watched.has(store)) return;
  watched.add(store);
  store.outbox.hook('deleting', (_key, row) => {
    if (row.state !== 'acknowledged' && member.hands === 0) {
      breaches.push(`${row.command.kind} (${row.state}) left the outbox by itself`);
    }
  });
}

/** Signs somebody in; where somebody else was before, their work stays on the device. */
export async function signIn(life: Life, member: Member, userId = member.userId): Promise<void> {
  const user = await askSession(life, userId);
  const { knownUser, privateStore, token } = member.device.loaded;
  member.device.run(() => {
    if (member.userId !== userId) privateStore.leavePrivateStore(member.userId);
    member.userId = userId;
    member.people.add(userId);
    token.writeToken(user.token);
    knownUser.writeKnownUser(user.user);
  });
}

async function askSession({ server }: Life, userId: string) {
  for (;;) {
    const token = await server.signIn(userId);
    const headers = { Authorization: `Bearer ${token}` };
    const reply = await server.fetch('/api/auth/me', { headers }).catch(() => null);
    // Sessions may end, and the server go, at any moment.
    if (reply?.ok) return { token, user: v.parse(UserReply, await reply.json()).user };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Does something on each device as each of the people who sat at it. */
export async function asEverybody(life: Life, work: (member: Member) => Promise<unknown>): Promise<void> {
  for (const member of life.members) {
    for (const userId of member.people) {
      await signIn(life, member, userId);
      await work(member);
    }
  }
}

export function isAdmin(userId: string): boolean {
  return ADMINS.some((admin) => admin === userId);
}

/** Waits until nothing is under way anywhere. */
export async function settleAll({ members }: Pick<Life, 'members'>): Promise<void> {
  for (const { running } of members) await Promise.all([...running]);
}
