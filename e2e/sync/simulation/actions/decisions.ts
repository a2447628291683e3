import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { NEVER_RECEIVED } from '#pwa/sync/commands/recreate/recreate-quiz.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import type { App } from '../machines/device.ts';
import { markersIn, noteDiscarded, noteDropped, noteSeen } from '../run/oracle.ts';
import type { SimulationRun } from '../run/simulation-run.ts';

/** A user resolves one waiting conflict or refusal at random. Returns whether there was one. */
export async function decideOne(run: SimulationRun, app: App, store: PrivateStore): Promise<boolean> {
  const unsent = await listSettled(app, store);
  const refused = unsent.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return false;
  const row = run.random.pick(refused);
  if (row.command.kind === 'lesson.attachVideo') {
    for (const marker of markersIn(row.command)) run.oracle.refusedVideos.set(marker, row.lastProblem);
  }
  if (row.conflict === undefined) {
    checkReason(run, row);
    await retryOrDrop(run, { app, store }, row);
    return true;
  }
  const decision = decisionFor(run, row);
  noteSeen(run.oracle, store.userId, row.conflict.current);
  if (decision.kind === 'deleteAnyway') noteDropped(run.oracle, goingWith(row, unsent));
  if (!(await tryToDecide(app, row, decision))) {
    // The screen says that it failed, and its user leaves the text in the history.
    await app.decide.decideConflict(row.id, { kind: 'theirs' });
    return true;
  }
  // The row is recreated with the other edits of it: their texts remain owed, under another id.
  if (decision.kind === 'recreate') await noteReplaced(run, { app, store }, unsent);
  return true;
}

/** False if the row cannot be recreated, because this device never received it: its edit was imported from a file. */
async function tryToDecide(
  app: App,
  { id }: OutboxRow,
  decision: ReturnType<typeof decisionFor>,
): Promise<boolean> {
  try {
    await app.decide.decideConflict(id, decision);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === NEVER_RECEIVED) return false;
    throw error;
  }
}

/** Notes which of these commands a later one has replaced. */
export async function noteReplaced(
  { oracle }: SimulationRun,
  { app, store }: { readonly app: App; readonly store: PrivateStore },
  before: readonly OutboxRow[],
): Promise<void> {
  const left = new Set((await app.outboxRows.listUnsent(store)).map(({ id }) => id));
  for (const { id } of before) if (!left.has(id)) oracle.discarded.add(id);
}

/**
 * The page looks at a refused video as soon as its command is refused, before its user does: a file that the server
 * has not any more, because it waited too long for the command, is sent again.
 */
async function listSettled(app: App, store: PrivateStore): Promise<OutboxRow[]> {
  const unsent = await app.outboxRows.listUnsent(store);
  const isRefusedVideo = ({ state, command }: OutboxRow) =>
    state === 'refused' && command.kind === 'lesson.attachVideo';
  if (!unsent.some(isRefusedVideo)) return unsent;
  await app.uploadState.reconcileUploads(store);
  return app.outboxRows.listUnsent(store);
}

/** Of a Save Course only the command that was refused itself has one. */
function checkReason({ oracle }: SimulationRun, { command, groupId, lastProblem }: OutboxRow): void {
  if (lastProblem === null && groupId === undefined)
    oracle.breaches.push(`${command.kind} was refused without a reason`);
}

/** Deleting a course also discards its refused commands. */
function goingWith({ command }: OutboxRow, unsent: readonly OutboxRow[]): OutboxRow[] {
  if (command.kind !== 'course.delete') return [];
  const { courseId } = command.args;
  return unsent.filter(({ command: { args } }) => 'courseId' in args && args.courseId === courseId);
}

async function retryOrDrop(
  { random, oracle }: SimulationRun,
  { app, store }: { readonly app: App; readonly store: PrivateStore },
  row: OutboxRow,
): Promise<void> {
  // Retrying a refused code does not help, and too many attempts lock the user out.
  const isCode = row.command.kind === 'course.activate' || row.command.kind === 'code.redeem';
  if (!isCode && random.below(2) === 0) {
    await app.outbox.retryCommand(row.id);
    // Its texts remain owed, under another id.
    oracle.discarded.add(row.id);
    return;
  }
  const rows = await app.outbox.findDiscarded(store, row.id);
  noteDropped(oracle, rows);
  noteDiscarded(oracle, rows);
  await app.outbox.discardCommand(row.id);
}

function decisionFor({ random }: SimulationRun, { command, conflict }: OutboxRow) {
  const isDeletion = command.kind.endsWith('.delete');
  if (conflict?.reason === 'deleted') return random.pick([{ kind: 'recreate' }, { kind: 'theirs' }] as const);
  if (isDeletion) return random.pick([{ kind: 'deleteAnyway' }, { kind: 'theirs' }] as const);
  const values = pickFields(command, conflict?.fields ?? []);
  return random.pick([{ kind: 'theirs' } as const, { kind: 'fields', values } as const]);
}

/** The user's own values of the fields in conflict. */
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
