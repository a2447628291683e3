import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { AdminCodeBatchRow } from '#pwa/store/database/admin-rows.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import type { PageFacts } from '#pwa/ui/lists/cut-page.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { given } from '#schema/editor/given.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import { formatCount } from '#schema/messages/count.ts';

/** The number of batches on one page of the list. */
export const BATCHES_PER_PAGE = 50;

/** `waiting`: the server does not have it yet, so its codes do not work. */
export type BatchState = 'waiting' | 'open' | 'usedUp' | 'expired' | 'revoked';

/** An unacknowledged change. */
export interface Pending {
  readonly id: string;
  readonly state: OutboxRow['state'];
  readonly problem: string | null;
}

/** A batch with this device's unsent changes. */
export interface ShownBatch {
  readonly batch: CodeBatch;
  readonly courseTitle: string;
  readonly state: BatchState;
  /** The last unacknowledged change of the batch itself; null without one. */
  readonly pending: Pending | null;
  /** Codes that were drawn anew when the batch was registered. */
  readonly redrawn: readonly string[];
}

export interface BatchFilter {
  readonly courseId: string | null;
  readonly state: BatchState | null;
}

interface Stored {
  readonly batches: readonly AdminCodeBatchRow[];
  /** Unsent, or acknowledged since the batches were fetched. */
  readonly commands: readonly OutboxRow[];
  /** By the ids of the courses. */
  readonly titles: ReadonlyMap<string, string>;
}

/** All batches, those that are not registered yet first. `now`: ISO time. */
export function showBatches({ batches, commands, titles }: Stored, now: string): ShownBatch[] {
  const known = new Set(batches.map(({ id }) => id));
  const created = commands.flatMap(({ command, state }) =>
    command.kind === 'codeBatch.create' && state !== 'acknowledged' && !known.has(command.args.batchId)
      ? [command]
      : [],
  );
  const fresh = created.toReversed().map((command) => ({
    ...{ stored: batchOf(command), isRegistered: false, redrawn: [], title: command.args.courseTitle },
  }));
  const others = batches.map(({ redrawn, codesFetchedAt: _, v: __, ...stored }) => ({
    ...{ stored, isRegistered: true, redrawn, title: titles.get(stored.courseId) ?? 'A course' },
  }));
  return [...fresh, ...others].map(({ stored, isRegistered, redrawn, title }) => {
    const own = commands.filter(({ command }) => isOfBatch(command, stored.id));
    const batch = own.filter(({ state }) => state !== 'refused').reduce(applyEdit, stored);
    const state = isRegistered ? stateOf(batch, now) : 'waiting';
    return { batch, courseTitle: title, state, pending: pendingOf(own), redrawn };
  });
}

/** A batch whose registration has not been sent. */
function batchOf({ createdAt, args }: CommandOf<'codeBatch.create'>): CodeBatch {
  const { batchId: id, courseTitle: _, codes, redrawn: __, ...fields } = args;
  const unused = { uses: 0, revokedAt: null, version: 1 };
  return { ...fields, ...unused, id, createdAt, origin: 'drawn', count: codes.length };
}

function isOfBatch({ kind, args }: OutboxRow['command'], batchId: string): boolean {
  return kind.startsWith('codeBatch.') && 'batchId' in args && args.batchId === batchId;
}

function applyEdit(batch: CodeBatch, { command }: OutboxRow): CodeBatch {
  if (command.kind === 'codeBatch.update') return { ...batch, ...given(command.args.changes) };
  if (command.kind !== 'codeBatch.setRevoked') return batch;
  return { ...batch, revokedAt: command.args.revoked ? command.createdAt : null };
}

/** The last of the commands, if it is unacknowledged. */
export function pendingOf(commands: readonly OutboxRow[]): Pending | null {
  const row = commands.findLast(({ state }) => state !== 'acknowledged');
  return row === undefined ? null : { id: row.id, state: row.state, problem: row.lastProblem };
}

function stateOf(batch: CodeBatch, now: string): BatchState {
  if (batch.revokedAt !== null) return 'revoked';
  if (batch.expiresAt !== null && batch.expiresAt <= now) return 'expired';
  return batch.uses >= usesOf(batch) ? 'usedUp' : 'open';
}

/** How often the codes of a batch can be redeemed in all. */
export const usesOf = ({ count, maxUses }: CodeBatch): number => count * maxUses;

export function findBatches(all: readonly ShownBatch[], { courseId, state }: BatchFilter): ShownBatch[] {
  return all.filter(
    (shown) =>
      (courseId === null || shown.batch.courseId === courseId) && (state === null || shown.state === state),
  );
}

export const stateLabels: Readonly<Record<BatchState, { readonly label: string; readonly tone: ChipTone }>> =
  {
    open: { label: 'Open', tone: 'ok' },
    waiting: { label: 'Not registered yet', tone: 'wait' },
    usedUp: { label: 'Used up', tone: 'neutral' },
    expired: { label: 'Expired', tone: 'neutral' },
    revoked: { label: 'Revoked', tone: 'bad' },
  };

/** Of a batch without a name, the way it came to the server. */
export function nameOf({ name, origin }: Pick<CodeBatch, 'name' | 'origin'>): string {
  if (name !== '') return name;
  return origin === 'uploaded' ? 'Uploaded codes' : 'Codes without a name';
}

/** One page of the batches that match the filter. */
export interface BatchPage extends PageFacts {
  readonly rows: readonly ShownBatch[];
}

/** `1 batch`, `3 batches`; for a list with several pages, `51–60 of 60 batches`. */
export function describePage({ first, count, pages, rows }: BatchPage): string {
  if (count === 0) return 'No batches found';
  const total = `${formatCount(count)} ${count === 1 ? 'batch' : 'batches'}`;
  if (pages === 1) return total;
  return `${formatCount(first + 1)}–${formatCount(first + rows.length)} of ${total}`;
}
