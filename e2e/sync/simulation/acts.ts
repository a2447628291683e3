import { ADMINS, LEARNERS } from './backend.ts';
import { careForCourse } from './care.ts';
import { carry, discardOne } from './centre.ts';
import { worldClock } from './clock.ts';
import { decideOne } from './decisions.ts';
import { beAtWork, type Desk, editSomething } from './edits.ts';
import { chooseFilm, sendFilms } from './films.ts';
import { byHand, DAY_MS, isAdmin, type Life, type Member, on, signIn } from './life.ts';
import { ticks } from './line.ts';
import { drainAndDie, drainOnce, pullOnce } from './sending.ts';

/*
 * The actions of a simulation run. They overlap: on one device, too, an edit may be made while the outbox is
 * drained and a pull is in flight, and the page may crash in the middle.
 */

type Act = (life: Life, member: Member) => Promise<unknown>;

/** Starts one action, which may continue while the next begins. */
export async function step(life: Life): Promise<void> {
  const { random, members, witness } = life;
  worldClock.advance(random.below(20_000));
  const member = random.pick(members);
  const act = random.pick(isAdmin(member.userId) ? adminActs : learnerActs);
  const doing = act(life, member)
    .catch((error: unknown) => {
      if (!isExpected(error)) witness.breaches.push(tell(error));
    })
    .finally(() => member.running.delete(doing));
  member.running.add(doing);
  await ticks(random.below(PACE));
}

/** Maximum number of turns of the event loop until the next action begins. */
const PACE = 12;

function tell(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Errors that users and the app may encounter and survive; any other is a defect. */
function isExpected(error: unknown): boolean {
  const survivable = ['StoreGoneError', 'StorageFullError', 'DatabaseClosedError', 'PageGoneError'];
  return error instanceof Error && survivable.includes(error.name);
}

const asAdmin =
  (work: (desk: Desk) => Promise<void>): Act =>
  (life, member) =>
    byHand(life, member, async (app, store) => {
      if (isAdmin(store.userId)) await beAtWork({ app, store, life }, work);
    });

const edit = asAdmin(editSomething);
const care = asAdmin(careForCourse);
const film = asAdmin(chooseFilm);
const sendFiles: Act = (life, member) => {
  let left = life.random.below(4);
  return on(life, member, (app) => sendFilms(app, () => left-- <= 0));
};

const rename: Act = (life, member) =>
  byHand(life, member, (app, store) =>
    app.profile.enqueueProfile(store.userId, { name: `Name ${++life.words}` }),
  );

const study: Act = (life, member) =>
  byHand(life, member, async (app, store) => {
    const { random } = life;
    if (isAdmin(store.userId)) return;
    const courseId = random.pick(['tides', 'tides', 'stars']);
    const user = app.knownUser.readKnownUser();
    if (user !== null && !user.activatedCourses.includes(courseId)) {
      const codes = life.codes.filter((one) => one.courseId === courseId);
      const code = random.below(6) === 0 ? 'NO-SUCH-CODE' : random.pick(codes).code;
      // In every third run users use the field that accepts any code.
      if (life.seed % 3 === 0) await app.redeem.enqueueCode(store.userId, code);
      else await app.outbox.enqueueActivation(store.userId, { courseId, courseTitle: courseId, code });
      return;
    }
    const what = random.pick([
      { isCompleted: true },
      { isCompleted: false },
      { positionSeconds: random.below(900) },
    ]);
    await app.progress.recordProgress(store.userId, `${courseId}-lesson-${1 + random.below(2)}`, what);
  });

const send: Act = (life, member) => on(life, member, (app, store) => drainOnce(life, app, store));

const sendAndDie: Act = (life, member) => on(life, member, (app, store) => drainAndDie(life, app, store));

/** As the engine does: one tab at a time. */
const lead: Act = (life, member) =>
  on(life, member, (app, store) => app.leader.withLead(store, () => drainOnce(life, app, store)));

/** Another tab becomes leader while the first continues. */
const takeLead: Act = (life, member) => {
  const isStealing = life.random.below(2) === 0;
  return on(life, member, (app, store) =>
    Promise.all([
      drainOnce(life, app, store),
      app.leader.withLead(store, () => drainOnce(life, app, store), { isStealing }),
    ]),
  );
};

const fetchNews: Act = (life, member) => on(life, member, (app, store) => pullOnce(app, store));

/** Crashes the page in the middle of its work; its stored data is there when it is reopened. */
const die: Act = async (_, { device, userId }) => {
  device.loaded.privateStore.leavePrivateStore(userId);
};

const fillDisk: Act = async ({ random }, { device }) => {
  device.disk.writesUntilFull = 1 + random.below(6);
};

const decide: Act = (life, member) => byHand(life, member, (app, store) => decideOne(life, app, store));

/** Another user takes over the device. */
const changePerson: Act = (life, member) => signIn(life, member, life.random.pick([...ADMINS, ...LEARNERS]));
const loseSession: Act = ({ server }, { userId }) => server.endSessions(userId);
const comeBack: Act = (life, member) => signIn(life, member);
const setClock: Act = async ({ random }, member) => {
  member.device.clockOffsetMs = random.pick([0, -3_650 * DAY_MS, -DAY_MS, 3 * DAY_MS, 10 * DAY_MS]);
};
const restart: Act = async ({ server, random }) => (random.below(3) === 0 ? server.restart() : undefined);
const backUp: Act = async ({ server }) => server.backUp();
const restore: Act = async (life) => {
  if (await life.server.restore()) life.hasBeenRestored = true;
};

const often = (act: Act, times: number): Act[] => Array.from({ length: times }, () => act);
const commonActs = [...often(send, 2), lead, takeLead, ...often(fetchNews, 2), die, sendAndDie, comeBack];
const rareActs = [
  rename,
  discardOne,
  carry,
  loseSession,
  setClock,
  restart,
  backUp,
  backUp,
  restore,
  changePerson,
  fillDisk,
];
const adminActs = [
  ...commonActs,
  ...commonActs,
  ...often(edit, 9),
  ...often(film, 2),
  ...often(sendFiles, 3),
  care,
  ...often(decide, 2),
  ...rareActs,
];
const learnerActs = [...commonActs, ...often(study, 4), decide, ...rareActs];
