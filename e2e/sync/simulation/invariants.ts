import * as v from 'valibot';
import { expect } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { afterRestoreOf, type Command } from '#schema/commands/all-commands.ts';
import { byPosition } from '#schema/courses/position.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { expectAccounts, expectRole, noteGivenWork } from './accounts/watch-accounts.ts';
import { expectLossesReported } from './actions/lose-stores.ts';
import { pullOnce } from './actions/sending.ts';
import { expectVideosAttached, videoFileIdIn } from './actions/videos.ts';
import { expectCodesThere, expectCodesUsedOnce } from './codes.ts';
import { expectDraftsSentOnce } from './drafts/open-editor.ts';
import { findLoops } from './loops/loops.ts';
import { expectOfflineCopies, unsigned } from './offline-copies.ts';
import { expectOperatorObeyed } from './operator-decision.ts';
import { expectAnswers } from './quizzes/expect-answers.ts';
import { expectAdminsQuizzes, expectNoKeys } from './quizzes/expect-quizzes.ts';
import { isRegrade } from './quizzes/quiz-states.ts';
import { readHistory } from './run/history.ts';
import { markersIn, markersWrittenIn } from './run/oracle.ts';
import { asEachUser, isAdmin, type Member, on, type SimulationRun } from './run/simulation-run.ts';

/** Checks the invariants once the run has quiesced. */
export async function expectInvariants(run: SimulationRun, left: readonly OutboxRow[]): Promise<void> {
  const { oracle } = run;
  await noteGivenWork(run);
  expect(oracle.breaches.join('\n'), 'invariants broken during the run').toBe('');
  expect(
    left.map(({ command, state, lastProblem }) => [command.kind, state, lastProblem]),
    'unsent',
  ).toEqual([]);
  expectOnlyLeftWithCourse(run);
  expectOwnWorkOnly(run);
  await expectOneEpoch(run);
  await expectNothingForgotten(run);
  await expectNothingUnseenOverwritten(run);
  await expectNothingTwice(run);
  await expectDraftsSentOnce(run);
  await expectVideosAttached(run);
  await expectCodesUsedOnce(run);
  await expectCodesThere(run);
  await expectAnswers(run);
  await expectNoKeys(run);
  await expectOperatorObeyed(run);
  await expectLossesReported(run);
  const courses = await coursesOnServer(run);
  await asEachUser(run, async (member) => {
    // Where the loops ran, they have pulled.
    if (findLoops(run) === null) await on(run, member, (app, store) => pullOnce(run, app, store));
    await expectOwnName(run, member);
    await expectRole(run, member);
    if (isAdmin(member.device.loaded, member.userId)) await expectAdminSeesServer(run, member, courses);
    else await expectLearnerSeesServer(run, member);
  });
  await expectAccounts(run);
}

/** Refused commands of a course left the outbox only with a delete of the course by the same user. */
function expectOnlyLeftWithCourse({ oracle, acknowledged }: SimulationRun): void {
  const deletions = [...acknowledged.values()].filter(({ kind }) => kind === 'course.delete');
  const isDeleted = (userId: string, courseId: string) =>
    deletions.some(
      (one) => one.userId === userId && 'courseId' in one.args && one.args.courseId === courseId,
    );
  const left = oracle.leftRefused.filter(({ userId, courseId }) => !isDeleted(userId, courseId));
  expect(
    left.map(({ breach }) => breach),
    'left without a deleted course',
  ).toEqual([]);
}

/** Every command arrived under the user who made it. */
function expectOwnWorkOnly({ arrivals, acknowledged }: SimulationRun): void {
  const isStrange = (key: string, sender: string) => {
    const command = acknowledged.get(key);
    return command !== undefined && command.userId !== sender;
  };
  const strange = arrivals.flatMap(({ device, keys, userId }) =>
    keys.filter((key) => userId !== null && isStrange(key, userId)).map((key) => `${device} ${key}`),
  );
  expect(strange, 'sent as another user').toEqual([]);
}

/** Only a restore begins an epoch: every device pulls from the start after it, and sends again what may be lost. */
async function expectOneEpoch({ server, hasBeenRestored }: SimulationRun): Promise<void> {
  if (hasBeenRestored) return;
  expect(await server.db.selectFrom('epochs').select('number').execute(), 'epochs').toHaveLength(1);
}

const withCodes: ReadonlySet<string> = new Set(['course.activate', 'code.redeem', 'codes.upload']);

/** Every text stored on a device is on the server, current or in the history, unless a user withdrew it. */
async function expectNothingForgotten({
  server,
  acknowledged,
  oracle,
  hasBeenRestored,
  circumstances,
}: SimulationRun): Promise<void> {
  const revisions = await readHistory(server.db);
  const history = new Set(markersIn(revisions.map(({ before, after }) => [before, after])));
  // A command that was discarded in flight, and arrived, is in no outbox that could resend it after a
  // restore. Others the operator has discarded.
  // Others were refused after the restore and left with the deletion of their course.
  const left = new Set([...oracle.discarded, ...oracle.leftRefused.map(({ id }) => id)]);
  const isGone = (id: string) => oracle.givenUp.has(id) || (hasBeenRestored && left.has(id));
  // Acknowledged before the restore, refused after it, recreated in another row, and then discarded.
  const isWithdrawn = (text: string) => hasBeenRestored && oracle.discardedTexts.has(text);
  const owed = [...acknowledged.values()].filter(({ id }) => !isGone(id));
  const missing = owed.flatMap((command) =>
    markersWrittenIn({ command }).filter((marker) => !history.has(marker) && !isWithdrawn(marker)),
  );
  expect(missing, 'acknowledged but not on the server').toEqual([]);
  const lost = [...oracle.written].filter((marker) => !history.has(marker) && !oracle.dropped.has(marker));
  expect(lost, 'stored on a device but not on the server').toEqual([]);
  // A backup includes receipts, so all commands are resent and acknowledged under the same keys, except for
  // codes, which devices do not store, progress that was left out, what changed nothing but receipts, and, without the
  // operator's word, what users decide anew: they discard it, or send it under another key.
  const receipts = await server.db.selectFrom('receipts').select(['key', 'status']).execute();
  const known = new Map(receipts.map(({ key, status }) => [key, status]));
  const isDoneAgain = circumstances.restores?.intent === 'keep';
  const mayHaveNoReceipt = (command: Command) =>
    withCodes.has(command.kind) ||
    oracle.leftOut.has(command.id) ||
    oracle.unnoticed.has(command.id) ||
    (!isDoneAgain && afterRestoreOf(command) === 'onlyByDecision');
  const unknown = owed.filter(
    (command) =>
      !known.has(command.id) &&
      !oracle.expired.has(command.id) &&
      !(hasBeenRestored && mayHaveNoReceipt(command)),
  );
  expect(
    unknown.map(({ kind }) => kind),
    'acknowledged without a receipt',
  ).toEqual([]);
}

/** No user replaced text that they had not seen. */
async function expectNothingUnseenOverwritten({ server, oracle }: SimulationRun): Promise<void> {
  const updates = (await readHistory(server.db)).filter(({ kind }) => kind === 'update');
  const unseen = updates.flatMap(({ userId, before, after, entity }) => {
    const stored = new Set(markersIn(after));
    const seen = oracle.seen.get(userId ?? '');
    // A video replaces any existing URL.
    const markers = markersIn(withoutAddress(before, after)).filter(
      (marker) => !stored.has(marker) && !seen?.has(marker),
    );
    return markers.map((marker) => `${marker} in a ${entity}`);
  });
  expect(unseen, 'overwritten unseen').toEqual([]);
}

function withoutAddress(before: unknown, after: unknown): unknown {
  return videoFileIdIn(after) === null || videoFileIdIn(after) === videoFileIdIn(before)
    ? before
    : JSON.stringify(before)?.replace(/https:\/\/video\.example\/\w+/g, '');
}

/** Each row was created once, and its version is the number of its edits in the history. */
async function expectNothingTwice({ server }: SimulationRun): Promise<void> {
  const revisions = await server.db.selectFrom('revisions').selectAll().execute();
  const isEdit = ({ entity, after }: (typeof revisions)[number]) => entity !== 'codes' && !isRegrade(after);
  const count = (kind: string, id: string) =>
    revisions.filter((row) => row.kind === kind && row.entityId === id && isEdit(row)).length;
  const wrong: string[] = [];
  for (const table of ['courses', 'modules', 'lessons', 'resources', 'quizzes', 'questions'] as const) {
    const rows = await server.db.selectFrom(table).select(['id', 'version']).execute();
    for (const { id, version } of rows) {
      const [created, edited] = [count('create', id), count('update', id)];
      if (created > 1 || version !== 1 + edited)
        wrong.push(`${id}: made ${created} times, edited ${edited} times, version ${version}`);
    }
  }
  expect(wrong, 'applied twice, or not in the history').toEqual([]);
}

type AdminCourses = v.InferOutput<typeof endpoints.listAdminCourses.output>['courses'];

async function coursesOnServer({ server }: SimulationRun): Promise<AdminCourses> {
  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const headers = { Authorization: `Bearer ${await server.signIn(id)}` };
  const reply = await server.fetch(endpoints.listAdminCourses.path, { headers });
  return v.parse(endpoints.listAdminCourses.output, await reply.json()).courses;
}

async function expectAdminSeesServer(
  run: SimulationRun,
  member: Member,
  courses: AdminCourses,
): Promise<void> {
  const stored = await on(run, member, async (app, store) => {
    const outlines = await listAdminOutlines(store, app);
    const lessons = lessonsOf(outlines);
    const texts = await Promise.all(
      lessons.map(async ({ id }) => [id, await app.adminCourses.findAdminContent(store, id)]),
    );
    return { outlines: outlines.map(outlineOf).sort(byId), texts: Object.fromEntries(texts) };
  });
  expect(stored?.outlines, `the courses on ${member.device.name}`).toEqual(courses.map(outlineOf).sort(byId));
  expect(stored?.texts).toEqual(
    Object.fromEntries(lessonsOf(courses).map(({ id, content }) => [id, content])),
  );
  await expectAdminsQuizzes(run, member);
}

async function expectOwnName({ server }: SimulationRun, { device, userId }: Member): Promise<void> {
  const user = await server.db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  expect(device.loaded.knownUser.readKnownUser()?.name, `the name on ${device.name}`).toBe(user?.name);
}

async function expectLearnerSeesServer(run: SimulationRun, member: Member): Promise<void> {
  const { server } = run;
  const headers = { Authorization: `Bearer ${await server.signIn(member.userId)}` };
  const reply = await server.fetch(endpoints.getProgress.path, { headers });
  const { entries } = v.parse(endpoints.getProgress.output, await reply.json());
  const mine = await on(run, member, (app, store) => app.progressRows.listProgress(store));
  // Progress in a lesson is deleted with the lesson; a device may still have it. The same holds for a course
  // whose activation is missing in a backup: codes are removed after use and cannot be resent.
  const deleted = server.db.selectFrom('deletedCourses').select('courseId');
  const lessons = await server.db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .innerJoin('activations', 'activations.courseId', 'modules.courseId')
    .where('activations.userId', '=', member.userId)
    .where('activations.revokedAt', 'is', null)
    .where('activations.courseId', 'not in', deleted)
    .select('lessons.id')
    .execute();
  const isThere = (lessonId: string) => lessons.some(({ id }) => id === lessonId);
  const summarize = (
    rows: readonly { lessonId: string; completedAt: string | null; positionSeconds: number }[],
  ) =>
    rows
      .filter(({ lessonId }) => isThere(lessonId))
      .filter(({ completedAt, positionSeconds }) => completedAt !== null || positionSeconds > 0)
      .map(({ lessonId, completedAt, positionSeconds }) => `${lessonId} ${completedAt} ${positionSeconds}`)
      .sort();
  expect(summarize(mine ?? []), `progress on ${member.device.name}`).toEqual(summarize(entries));
  const rows = await server.db
    .selectFrom('activations')
    .select('courseId')
    .where('userId', '=', member.userId)
    .where('revokedAt', 'is', null)
    .where('courseId', 'not in', deleted)
    .execute();
  const user = member.device.loaded.knownUser.readKnownUser();
  expect([...(user?.activatedCourses ?? [])].sort()).toEqual(rows.map(({ courseId }) => courseId).sort());
  await expectOfflineCopies(
    run,
    member,
    rows.map(({ courseId }) => courseId),
  );
}

interface Row {
  readonly id: string;
  readonly position: string;
}
type Outline = {
  id: string;
  title: string;
  description: string;
  instructor: string;
  status: string;
  version: number;
  modules: readonly (Row & { lessons: readonly (Row & { resources: readonly Row[] })[] })[];
};

/** Without fields stored elsewhere and fields that only the server counts. */
function outlineOf({ id, title, description, instructor, status, version, modules }: Outline) {
  const text = JSON.stringify(
    modules.toSorted(byPosition).map((module) => ({
      ...module,
      lessons: module.lessons
        .toSorted(byPosition)
        .map((lesson) => ({ ...lesson, resources: lesson.resources.toSorted(byPosition) })),
    })),
    (key, value: unknown) => (key === 'content' ? undefined : unsigned(value)),
  );
  return { id, title, description, instructor, status, version, modules: sortKeys(JSON.parse(text)) };
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

function lessonsOf<L>(courses: readonly { modules: readonly { lessons: readonly L[] }[] }[]): L[] {
  return courses.flatMap(({ modules }) => modules.flatMap(({ lessons }) => lessons));
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
