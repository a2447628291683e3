import { editDrafts } from '../drafts/draft-actions.ts';
import { loopActions } from '../loops/loop-actions.ts';
import { findLoops } from '../loops/loops.ts';
import { passTime } from '../loops/pass-time.ts';
import { ADMINS, LEARNERS } from '../machines/backend.ts';
import { answer } from '../quizzes/answering.ts';
import { decideOnTests, editQuiz } from '../quizzes/quiz-edits.ts';
import {
  asUser,
  DAY_MS,
  isAdmin,
  type Member,
  on,
  type SimulationRun,
  signIn,
} from '../run/simulation-run.ts';
import { ticks } from '../run/unreliable-fetch.ts';
import { type Action, often, start } from './action.ts';
import { changeCourse } from './course-actions.ts';
import { decideOne } from './decisions.ts';
import { type EditorContext, editSomething, runInEditor } from './edits.ts';
import { backUp, restore, sendAll } from './operator-actions.ts';
import { drainAndDie, drainOnce, pullOnce } from './sending.ts';
import { carry, discardOne } from './sync-centre-actions.ts';
import { chooseVideo, sendVideos } from './videos.ts';

/*
 * The actions of a simulation run. They overlap: on one device, too, an edit may be made while the outbox is
 * drained and a pull is in flight, and the page may crash in the middle.
 */

/**
 * Starts one action, which may continue while the next begins.
 *
 * @param isWork only an action that leaves work to send
 */
export async function step(run: SimulationRun, isWork = false): Promise<void> {
  const { random, members } = run;
  await passTime(run, random.below(20_000));
  const member = random.pick(members);
  start(run, member, random.pick(isWork ? workOf(member) : actionsOf(run, member)));
  await ticks(random.below(PACE));
}

/** All devices send, and then an admin decides what a report of the tests asks for. */
export async function sendAndReport(run: SimulationRun): Promise<void> {
  await sendAll(run);
  const admins = run.members.filter(({ device, userId }) => isAdmin(device.loaded, userId));
  if (admins.length > 0) start(run, run.random.pick(admins), report);
}

/** Maximum number of turns of the event loop until the next action begins. */
const PACE = 12;

const asAdmin =
  (work: (context: EditorContext) => Promise<void>): Action =>
  (run, member) =>
    asUser(run, member, async (app, store) => {
      if (isAdmin(app, store.userId)) await runInEditor({ app, store, run }, work);
    });

const edit = asAdmin(editSomething);
const care = asAdmin(changeCourse);
const quiz = asAdmin(editQuiz);
const report = asAdmin(decideOnTests);
const video = asAdmin(chooseVideo);
const sendFiles: Action = (run, member) => {
  let left = run.random.below(4);
  return on(run, member, (app) => sendVideos(app, () => left-- <= 0));
};

const rename: Action = (run, member) =>
  asUser(run, member, (app, store) =>
    app.profile.enqueueProfile(store.userId, { name: `Name ${++run.markerCount}` }),
  );

const study: Action = (run, member) =>
  asUser(run, member, async (app, store) => {
    const { random } = run;
    if (isAdmin(app, store.userId)) return;
    const courseId = random.pick(['tides', 'tides', 'stars']);
    const user = app.knownUser.readKnownUser();
    if (user !== null && !user.activatedCourses.includes(courseId)) {
      const codes = run.codes.filter((one) => one.courseId === courseId);
      const code = random.below(6) === 0 ? 'NO-SUCH-CODE' : random.pick(codes).code;
      // In every third run users use the field that accepts any code.
      if (run.seed % 3 === 0) await app.redeem.enqueueCode(store.userId, code);
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

const send: Action = (run, member) => on(run, member, (app, store) => drainOnce(run, app, store));

const sendAndDie: Action = (run, member) => on(run, member, (app, store) => drainAndDie(run, app, store));

/** As the engine does: one tab at a time. */
const sendAlone: Action = (run, member) =>
  on(run, member, (app, store) => app.replayLock.withReplayLock(store, () => drainOnce(run, app, store)));

/** Another tab takes the lock while the first continues. */
const takeLock: Action = (run, member) => {
  const isStealing = run.random.below(2) === 0;
  return on(run, member, (app, store) =>
    Promise.all([
      drainOnce(run, app, store),
      app.replayLock.withReplayLock(store, () => drainOnce(run, app, store), { isStealing }),
    ]),
  );
};

const fetchNews: Action = (run, member) => on(run, member, (app, store) => pullOnce(run, app, store));

/** Downloads unlocked courses, also while a pull stores newer rows of them. */
const download: Action = (run, member) =>
  on(run, member, async (app) => {
    const { random } = run;
    const [courseId] = app.knownUser.readKnownUser()?.activatedCourses ?? [];
    if (courseId !== undefined && random.below(2) === 0) {
      await app.refresh.downloadCourse(courseId, { isRepair: random.below(2) === 0 });
    } else await app.refresh.downloadMissingCourses();
  });

/** Crashes the page in the middle of its work; its stored data is there when it is reopened. */
const die: Action = async (_, { device, userId }) => {
  device.loaded.privateStore.leavePrivateStore(userId);
};

const fillDisk: Action = async ({ random }, { device }) => {
  device.disk.writesUntilFull = 1 + random.below(6);
};

const decide: Action = (run, member) => asUser(run, member, (app, store) => decideOne(run, app, store));

/** Another user takes over the device, unless two tabs are in use. */
const changePerson: Action = async (run, member) => {
  const userId = run.random.pick([...ADMINS, ...LEARNERS]);
  if (!run.members.some(({ device }) => device.isSecondTab)) await signIn(run, member, userId);
};
const loseSession: Action = ({ server }, { userId }) => server.endSessions(userId);
const comeBack: Action = (run, member) => signIn(run, member);
const setClock: Action = async ({ random }, member) => {
  member.device.clockOffsetMs = random.pick([0, -3_650 * DAY_MS, -DAY_MS, 3 * DAY_MS, 10 * DAY_MS]);
};
const restart: Action = async ({ server, random }) => (random.below(3) === 0 ? server.restart() : undefined);
const kill: Action = async ({ server, random }) => (random.below(3) === 0 ? server.kill() : undefined);
const commonActions = [
  ...often(send, 2),
  sendAlone,
  takeLock,
  ...often(fetchNews, 2),
  die,
  sendAndDie,
  comeBack,
];
const rareActions = [
  ...[rename, discardOne, carry, loseSession, setClock, restart, kill],
  ...[backUp, backUp, restore, changePerson, fillDisk],
];
const adminWork = [...often(edit, 9), ...often(quiz, 4), ...often(video, 2), ...often(sendFiles, 3), care];
const adminActions = [...commonActions, ...commonActions, ...adminWork, ...often(decide, 2), ...rareActions];
const draftActions = [...adminActions, ...often(editDrafts, 20)];
const quizAdminActions = [...commonActions, ...often(quiz, 20), ...often(decide, 2), ...rareActions];
const learnerWork = [...often(study, 4), ...often(answer, 5)];
const learnerActions = [...commonActions, ...learnerWork, ...often(download, 3), decide, ...rareActions];
const quizLearnerActions = [...commonActions, ...often(answer, 18), download, decide, ...rareActions];

/** Where the app's loops run, the schedule itself neither sends nor changes users. */
const besideLoops = [
  ...[rename, discardOne, loseSession, restart, kill, backUp, backUp, restore],
  ...[...loopActions, ...loopActions],
];
const adminsBesideLoops = [
  ...besideLoops,
  ...often(edit, 9),
  ...often(quiz, 4),
  ...often(editDrafts, 3),
  ...[video, video, care, decide, decide],
];
const learnersBesideLoops = [...besideLoops, ...often(study, 6), ...often(answer, 6), download, decide];

function actionsOf(run: SimulationRun, { device, userId }: Member): readonly Action[] {
  const isByAdmin = isAdmin(device.loaded, userId);
  if (findLoops(run) !== null) return isByAdmin ? adminsBesideLoops : learnersBesideLoops;
  const actions = isByAdmin ? adminActionsOf(run) : learnerActionsOf(run);
  // Devices send again what is at most 30 days old and what they have not lost.
  const { housekeeping, lostStores, accounts } = run.circumstances;
  const isComplete = housekeeping === null && lostStores === null && accounts === null;
  return isComplete ? actions : actions.filter((action) => action !== restore);
}

function adminActionsOf({ circumstances: { hasDrafts, hasQuizzes } }: SimulationRun): readonly Action[] {
  if (hasDrafts) return draftActions;
  return hasQuizzes ? quizAdminActions : adminActions;
}

const learnerActionsOf = ({ circumstances: { hasQuizzes } }: SimulationRun): readonly Action[] =>
  hasQuizzes ? quizLearnerActions : learnerActions;

const workOf = ({ device, userId }: Member): readonly Action[] =>
  isAdmin(device.loaded, userId) ? adminWork : learnerWork;
