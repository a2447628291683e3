import { listUnpulled, type OutboxRow, unsentRows } from '#pwa/store/account/outbox.ts';
import { read, write } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { canBeUndone } from '../outbox/discard-files.ts';
import { uploadIdOf } from '../outbox/held.ts';
import { cancelledBy, reissued } from '../outbox/outbox-rows.ts';
import { attemptsOf, backoffMs } from '../replay/schedule/backoff.ts';
import type { SendOutcome } from './send-file.ts';

/** How often a file that the server lost or damaged is sent again before the user is asked. */
const RESTARTS_MAX = 3;
/** Longer than a piece may take. */
const STALLED_MS = 5 * 60_000;
/** Status of the replies that report it: `upload_gone`, `upload_incomplete`, `upload_broken`. */
const LOST_STATUS = 409;

/**
 * Returns the next file to send, marked as under way; null if none is due. Files without a command are
 * skipped.
 *
 * @param now in ms
 * @param isEager the connection seems to be back: delays are ignored
 */
export function claimUpload(store: PrivateStore, now: number, isEager: boolean) {
  return write(store, [store.uploads, store.outbox], async (tx) => {
    const wanted = new Set((await unsentRows(tx).toArray()).map(({ command }) => uploadIdOf(command)));
    const rows = (await tx.uploads.toArray()).filter(
      ({ uploadId, state }) => wanted.has(uploadId) && (state === 'waiting' || state === 'sending'),
    );
    const dueAt = (row: UploadRow) => (isEager ? 0 : Date.parse(row.nextAttemptAt ?? '') || 0);
    const [next] = rows.toSorted((one, other) => dueAt(one) - dueAt(other) || compare(one, other));
    if (next === undefined) return { row: null, nextDueMs: null };
    if (dueAt(next) > now) return { row: null, nextDueMs: dueAt(next) };
    const row: UploadRow = { ...next, state: 'sending', touchedAt: new Date(now).toISOString() };
    await tx.uploads.put(row);
    return { row, nextDueMs: null };
  });
}

/**
 * Whether a tab has not reported on the file that it sends for long: it is frozen. Two tabs that send the same piece do no
 * harm: the server accepts bytes only at its own offset.
 */
export async function isStalled(store: PrivateStore): Promise<boolean> {
  const rows = await read(store, () => store.uploads.toArray());
  const oldest = new Date(Date.now() - STALLED_MS).toISOString();
  return rows.some((row) => row.state === 'sending' && row.touchedAt < oldest);
}

/** In the order in which they were added. */
const compare = (one: UploadRow, other: UploadRow): number => (one.createdAt < other.createdAt ? -1 : 1);

/** Stores how many bytes of a file the server has; returns false if the user has stopped the upload. */
export function noteProgress(store: PrivateStore, uploadId: string, sentBytes: number): Promise<boolean> {
  return write(store, [store.uploads], async (tx) => {
    const row = await tx.uploads.get(uploadId);
    if (row?.state !== 'sending') return false;
    const isFurther = sentBytes > row.sentBytes;
    const attempts = isFurther ? 0 : row.attempts;
    await tx.uploads.put({
      ...row,
      sentBytes,
      attempts,
      problem: null,
      touchedAt: new Date().toISOString(),
    });
    return true;
  });
}

/**
 * Stores the result of sending a file. A complete file releases its commands; a rejected one refuses its first command
 * with the same message, so the user sees it, once, among the edits that need them.
 */
export function applyUploadOutcome(
  store: PrivateStore,
  uploadId: string,
  outcome: SendOutcome,
): Promise<void> {
  return write(store, [store.uploads, store.outbox], async (tx) => {
    const row = await tx.uploads.get(uploadId);
    if (row?.state !== 'sending') return;
    await tx.uploads.put({ ...row, ...nextState(row, outcome), touchedAt: new Date().toISOString() });
    if (outcome.kind !== 'refused') return;
    const command = (await unsentRows(tx).toArray()).find(
      (one) => uploadIdOf(one.command) === uploadId && one.state !== 'refused',
    );
    if (command === undefined) return;
    const { problem: lastProblem, status: lastStatus } = outcome;
    await tx.outbox.put({ ...command, state: 'refused', lastProblem, lastStatus });
  });
}

function nextState(row: UploadRow, outcome: SendOutcome): Partial<UploadRow> {
  switch (outcome.kind) {
    case 'arrived':
      return { state: 'arrived', sentBytes: row.sizeBytes, problem: null, nextAttemptAt: null, attempts: 0 };
    case 'refused':
      return { state: 'refused', problem: outcome.problem, nextAttemptAt: null };
    case 'retry': {
      const attempts = row.attempts + 1;
      const counted = attemptsOf(attempts, outcome.isBlocked);
      const waitMs = backoffMs(counted, Math.random(), outcome.retryAfterMs);
      const nextAttemptAt = new Date(Date.now() + waitMs).toISOString();
      return { state: 'waiting', attempts, nextAttemptAt, problem: outcome.problem };
    }
    default:
      return { state: 'waiting' };
  }
}

/**
 * Reconciles files with their commands:
 * - commands that were acknowledged, or discarded by the user some time ago, no longer need their bytes;
 * - a command that was refused because its file is missing or damaged on the server sends the file again;
 * - a command that the user retries, or discards, after a refusal of its file releases the file too;
 * - the file of a command that a deletion cancelled stays until the deletion is acknowledged: it may be
 *   restored.
 */
export function reconcileUploads(store: PrivateStore): Promise<void> {
  return write(store, [store.uploads, store.uploadBytes, store.outbox, store.state], async (tx) => {
    const uploads = (await tx.uploads.toArray()).filter(({ state }) => state !== 'held');
    // The stored rows do not show the file of an acknowledged command until the next pull.
    const unsent = [...(await unsentRows(tx).toArray()), ...(await listUnpulled(tx))];
    const byUpload = new Map<string | null, OutboxRow[]>(uploads.map(({ uploadId }) => [uploadId, []]));
    for (const row of unsent) byUpload.get(uploadIdOf(row.command))?.push(row);
    const commandsOf = ({ uploadId }: UploadRow) => byUpload.get(uploadId) ?? [];
    const cancelled = new Set(unsent.flatMap(cancelledBy).map(({ command }) => uploadIdOf(command)));
    const orphans = uploads.filter((upload) => commandsOf(upload).length === 0);
    const done = orphans
      .filter((upload) => !cancelled.has(upload.uploadId) && !canBeUndone(upload))
      .map(({ uploadId }) => uploadId);
    const changes = uploads.flatMap((upload) => reconcile(upload, commandsOf(upload)) ?? []);
    await tx.uploads.bulkDelete(done);
    await tx.uploadBytes.bulkDelete(done);
    await tx.uploads.bulkPut(changes.map(({ upload }) => upload));
    await tx.outbox.bulkPut(changes.flatMap(({ commands }) => commands));
  });
}

/** An upload that restarts, and its commands that need new ids; null for one that stays unchanged. */
function reconcile(upload: UploadRow, commands: readonly OutboxRow[]) {
  if (commands.length === 0) return null;
  const refused = commands.filter(({ state }) => state === 'refused');
  const fresh = { state: 'waiting', problem: null, attempts: 0, nextAttemptAt: null } as const;
  if (upload.state === 'discarded') return { upload: { ...upload, ...fresh }, commands: [] };
  if (upload.state === 'refused' && !refused.some(({ lastProblem }) => lastProblem === upload.problem)) {
    return { upload: { ...upload, ...fresh, restarts: 0 }, commands: [] };
  }
  const lost = refused.filter(({ lastStatus }) => lastStatus === LOST_STATUS);
  const restarts = hasProgressed(upload, commands) ? 0 : upload.restarts;
  if (upload.state !== 'arrived' || lost.length === 0 || restarts >= RESTARTS_MAX) return null;
  const restarted = { sentBytes: 0, restarts: restarts + 1, restartedFor: commands.length };
  return { upload: { ...upload, ...fresh, ...restarted } satisfies UploadRow, commands: lost.map(reissued) };
}

/**
 * Whether commands of the upload have left the outbox since it last restarted. An earlier version of the server takes a
 * file for one command only, so it is sent again for each.
 */
function hasProgressed({ restartedFor }: UploadRow, commands: readonly OutboxRow[]): boolean {
  return restartedFor !== undefined && commands.length < restartedFor;
}
