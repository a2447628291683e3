import * as v from 'valibot';
import type { Command } from '#schema/commands.ts';
import { UserReply } from '#schema/profile.ts';
import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import { createRandom, type Random } from '../random.ts';
import { type App, type Device, worldClock } from './device.ts';
import { editSomething } from './edits.ts';
import { type Arrival, createLine, ticks } from './line.ts';
import { ADMINS, LEARNERS, SimulatedServer } from './simulated-server.ts';

/*
 * One schedule: a few devices, some of one person, a server, lines that fail, and a seed that decides who does
 * what when. Devices work at the same time; on one device, too, an edit may come while the outbox is drained
 * and a pull is under way.
 */

const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-11-21T08:00:00.000Z');

export interface Life {
  readonly seed: number;
  readonly random: Random;
  readonly server: SimulatedServer;
  readonly members: readonly Member[];
  readonly arrivals: Arrival[];
  /** What devices were told is done: commands by their ids. */
  readonly acknowledged: Map<string, Command>;
  hasBeenRestored: boolean;
  words: number;
  trouble: number;
}

/** A person at a device. */
export interface Member {
  readonly device: Device;
  userId: string;
  /** What is under way on this device. */
  readonly running: Set<Promise<unknown>>;
}

export async function begin(seed: number, template: string, devices: readonly Device[]): Promise<Life> {
  const random = createRandom(seed);
  worldClock.set(START_MS);
  const server = await SimulatedServer.start(template);
  const count = 3 + random.below(Math.min(3, devices.length - 2));
  const people = [
    ADMINS[0],
    random.pick(ADMINS),
    random.pick(LEARNERS),
    random.pick(ADMINS),
    random.pick(LEARNERS),
  ];
  const members = devices.slice(0, count).map((device, at) => {
    return { device, userId: people[at] ?? ADMINS[0], running: new Set<Promise<unknown>>() };
  });
  const life: Life = {
    ...{ seed, random, server, members, arrivals: [], acknowledged: new Map() },
    ...{ hasBeenRestored: false, words: 0, trouble: 30 },
  };
  for (const member of members) {
    member.device.reset();
    member.device.clockOffsetMs = random.pick([0, 0, -3_650 * DAY_MS, 3 * DAY_MS]);
    member.device.fetch = createLine(member.device.name, life);
    await signIn(life, member);
    await on(member, (app, store) => pullOnce(app, store));
  }
  return life;
}

/** Runs something on a member's device with their own store; nothing where nobody is known. */
export async function on<T>(
  member: Member,
  work: (app: App, store: PrivateStore) => Promise<T>,
): Promise<T | null> {
  return member.device.run(async () => {
    const app = member.device.loaded;
    const store = app.privateStore.findPrivateStore();
    return store === null ? null : work(app, store);
  });
}

export async function signIn(life: Life, member: Member): Promise<void> {
  const token = await life.server.signIn(member.userId);
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await life.server.fetch('/api/auth/me', { headers });
  const { user } = v.parse(UserReply, await reply.json());
  member.device.run(() => {
    member.device.loaded.token.writeToken(token);
    member.device.loaded.knownUser.writeKnownUser(user);
  });
}

/** Lets one thing happen, which may go on while the next begins. */
export async function step(life: Life): Promise<void> {
  const { random, members } = life;
  worldClock.advance(random.below(20_000));
  const member = random.pick(members);
  const act = random.pick(isAdmin(member) ? adminActs : learnerActs);
  if (process.env.TRACE) console.log('act', act.name, member.device.name, member.userId);
  const doing = act(life, member)
    .catch((error: unknown) => {
      if (!isExpected(error)) throw error;
    })
    .finally(() => member.running.delete(doing));
  member.running.add(doing);
  await (process.env.SERIAL ? doing : ticks(random.below(6)));
}

type Act = (life: Life, member: Member) => Promise<unknown>;

const edit: Act = (life, member) =>
  on(member, async (app, store) => {
    const newWord = () => `w${life.seed}x${++life.words}x`;
    await editSomething({ app, store, random: life.random, newWord });
  });

const study: Act = ({ random }, member) =>
  on(member, async (app) => {
    const courseId = random.pick(['tides', 'tides', 'stars']);
    const user = app.knownUser.readKnownUser();
    if (user !== null && !user.activatedCourses.includes(courseId)) {
      const code = `${courseId.toUpperCase()}-CODE-${1 + random.below(3)}`;
      await app.outbox.enqueueActivation({ courseId, courseTitle: courseId, code });
      return;
    }
    const what = random.pick([
      { isCompleted: true },
      { isCompleted: false },
      { positionSeconds: random.below(900) },
    ]);
    await app.progress.recordProgress(`${courseId}-lesson-${1 + random.below(2)}`, what);
  });

const send: Act = (life, member) => on(member, (app, store) => drainOnce(life, app, store));

/** Another tab that believes it leads. */
const sendTwice: Act = (life, member) =>
  on(member, (app, store) => Promise.all([drainOnce(life, app, store), drainOnce(life, app, store)]));

const fetchNews: Act = (_, member) => on(member, (app, store) => pullOnce(app, store));

/** The page is gone in the middle of whatever it did; what it kept is there when it is opened again. */
const die: Act = async (_, member) => {
  const { privateStore } = member.device.loaded;
  member.device.run(() => privateStore.leavePrivateStore(member.userId));
};

const decide: Act = (life, member) => on(member, (app, store) => decideOne(life, app, store));

const loseSession: Act = async (life, member) => life.server.endSessions(member.userId);
const comeBack: Act = (life, member) => signIn(life, member);
const setClock: Act = async ({ random }, member) => {
  member.device.clockOffsetMs = random.pick([0, -3_650 * DAY_MS, -DAY_MS, 3 * DAY_MS, 10 * DAY_MS]);
};
const restart: Act = async ({ server, random }) => (random.below(3) === 0 ? server.restart() : undefined);
const backUp: Act = async ({ server }) => server.backUp();
const restore: Act = async (life) => {
  if (life.random.below(3) > 0) return;
  if (await life.server.restore()) life.hasBeenRestored = true;
};

const commonActs = [send, send, send, sendTwice, fetchNews, fetchNews, die, comeBack];
const rareActs = [loseSession, setClock, restart, backUp, restore];
const adminActs = [
  ...commonActs,
  ...commonActs,
  edit,
  edit,
  edit,
  edit,
  edit,
  edit,
  edit,
  edit,
  decide,
  decide,
  ...rareActs,
];
const learnerActs = [...commonActs, study, study, study, study, ...rareActs];

export function isAdmin({ userId }: Member): boolean {
  return ADMINS.some((admin) => admin === userId);
}

export async function drainOnce(life: Life, app: App, store: PrivateStore): Promise<void> {
  const laterMs = 3_600_000 * ++hoursLater;
  await app.replay.drain(store, {
    ...app.replay.realPorts,
    now: () => Date.now() + laterMs,
    random: () => life.random.below(1_000) / 1_000,
    isEager: true,
    onAcknowledged: (command) => life.acknowledged.set(command.id, command),
  });
}

/** Each drain as if an hour had passed, so that nothing waits for its time. */
let hoursLater = 0;

export async function pullOnce(app: App, store: PrivateStore): Promise<void> {
  const requeue = async (own: PrivateStore) => {
    await app.requeue.requeueAcknowledged(own);
  };
  await app.pull.pull(store, { ...app.pull.realPullPorts, onNewEpoch: requeue });
}

/** A person looks at what waits for them and decides, one way or another. */
export async function decideOne(life: Life, app: App, store: PrivateStore): Promise<boolean> {
  const rows = (await app.outboxRows.listUnsent(store)).filter(({ state }) => state === 'refused');
  if (rows.length === 0) return false;
  const row = life.random.pick(rows);
  if (row.conflict === undefined) return retryOrDrop(life, app, row);
  const decision = decisionFor(life, row);
  await app.decide.decideConflict(row.id, decision);
  return true;
}

async function retryOrDrop({ random }: Life, app: App, row: OutboxRow): Promise<boolean> {
  if (random.below(2) === 0) await app.outbox.retryCommand(row.id);
  else await app.outbox.discardCommand(row.id);
  return true;
}

function decisionFor({ random }: Life, { command, conflict }: OutboxRow) {
  const isDeletion = command.kind.endsWith('.delete');
  if (conflict?.reason === 'deleted') return random.pick([{ kind: 'putBack' }, { kind: 'theirs' }] as const);
  if (isDeletion) return random.pick([{ kind: 'deleteAnyway' }, { kind: 'theirs' }] as const);
  const values = pickFields(command, conflict?.fields ?? []);
  return random.pick([{ kind: 'theirs' } as const, { kind: 'fields', values } as const]);
}

/** Mine, of the fields in conflict. */
function pickFields(
  { kind, args }: Command,
  fields: readonly string[],
): Record<string, string | number | null> {
  const mine =
    kind === 'lesson.setVideo' ? { videoUrl: args.videoUrl } : 'changes' in args ? args.changes : {};
  const values: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(mine)) {
    if (value !== undefined && fields.includes(name)) values[name] = value;
  }
  return values;
}

/** What a person or the app may run into and survive; anything else is a defect. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && ['StoreGoneError', 'StorageFullError'].includes(error.name);
}

/** Waits until nothing is under way anywhere. */
export async function settleAll({ members }: Pick<Life, 'members'>): Promise<void> {
  for (const { running } of members) await Promise.all([...running]);
}
