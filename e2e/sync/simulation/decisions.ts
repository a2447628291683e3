import type { Command } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../../../pwa/store/outbox.ts';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { App } from './device.ts';
import type { Life } from './life.ts';
import { noteDiscarded, noteDropped, noteSeen, wordsIn } from './witness.ts';

/** A user resolves one waiting conflict or refusal at random. Returns whether there was one. */
export async function decideOne(life: Life, app: App, store: PrivateStore): Promise<boolean> {
  const unsent = await app.outboxRows.listUnsent(store);
  const refused = unsent.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return false;
  const row = life.random.pick(refused);
  if (row.command.kind === 'lesson.attachVideo') {
    for (const word of wordsIn(row.command)) life.witness.refusedFilms.set(word, row.lastProblem);
  }
  if (row.conflict === undefined) {
    await retryOrDrop(life, { app, store }, row);
    return true;
  }
  const decision = decisionFor(life, row);
  noteSeen(life.witness, store.userId, row.conflict.current);
  if (decision.kind === 'deleteAnyway') noteDropped(life.witness, goingWith(row, unsent));
  await app.decide.decideConflict(row.id, decision);
  return true;
}

/** Deleting a course also discards its refused commands. */
function goingWith({ command }: OutboxRow, unsent: readonly OutboxRow[]): OutboxRow[] {
  if (command.kind !== 'course.delete') return [];
  const { courseId } = command.args;
  return unsent.filter(({ command: { args } }) => 'courseId' in args && args.courseId === courseId);
}

async function retryOrDrop(
  { random, witness }: Life,
  { app, store }: { readonly app: App; readonly store: PrivateStore },
  row: OutboxRow,
): Promise<void> {
  // Retrying a refused code does not help, and too many attempts lock the user out.
  const isCode = row.command.kind === 'course.activate' || row.command.kind === 'code.redeem';
  if (!isCode && random.below(2) === 0) {
    await app.outbox.retryCommand(row.id);
    return;
  }
  const rows = await app.outbox.findDiscarded(store, row.id);
  noteDropped(witness, rows);
  noteDiscarded(witness, rows);
  await app.outbox.discardCommand(row.id);
}

function decisionFor({ random }: Life, { command, conflict }: OutboxRow) {
  const isDeletion = command.kind.endsWith('.delete');
  if (conflict?.reason === 'deleted') return random.pick([{ kind: 'putBack' }, { kind: 'theirs' }] as const);
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
