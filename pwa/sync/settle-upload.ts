import { write } from '../store/access.ts';
import { inside } from '../store/inside.ts';
import { type OutboxRow, UNSENT_STATES } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { UploadRow } from '../store/upload-rows.ts';
import { backoffMs } from './backoff.ts';
import { canComeBack } from './discard-files.ts';
import { uploadIdOf } from './held.ts';
import { cancelledBy, renewed } from './outbox-rows.ts';
import type { SendOutcome } from './send-file.ts';

/** A file that the server lost or got damaged is sent again this often before a person is asked. */
const RESTARTS_MAX = 3;
/** The answers of the commands that say so: `upload_gone`, `upload_incomplete`, `upload_broken`. */
const LOST_STATUS = 409;

/**
 * The next file to send, marked as under way; null when none is due. None is sent for a command that is not there.
 *
 * @param now in ms
 * @param isEager the line seems to be back: nothing waits for its time any longer
 */
export function claimUpload(store: PrivateStore, now: number, isEager: boolean) {
  return write(store, [store.uploads, store.outbox], async () => {
    const wanted = new Set((await inside(() => readRaw(store))).map(({ command }) => uploadIdOf(command)));
    const rows = (await store.uploads.toArray()).filter(
      ({ uploadId, state }) => wanted.has(uploadId) && (state === 'waiting' || state === 'sending'),
    );
    const dueAt = (row: UploadRow) => (isEager ? 0 : Date.parse(row.nextAttemptAt ?? '') || 0);
    const [next] = rows.toSorted((one, other) => dueAt(one) - dueAt(other) || compare(one, other));
    if (next === undefined) return { row: null, wakeAt: null };
    if (dueAt(next) > now) return { row: null, wakeAt: dueAt(next) };
    const row: UploadRow = { ...next, state: 'sending', touchedAt: new Date(now).toISOString() };
    await store.uploads.put(row);
    return { row, wakeAt: null };
  });
}

/** In the order in which they were chosen. */
const compare = (one: UploadRow, other: UploadRow): number => (one.createdAt < other.createdAt ? -1 : 1);

/** Writes down what the server has of a file; false when it is to go no further, by the person's word. */
export function noteProgress(store: PrivateStore, uploadId: string, sentBytes: number): Promise<boolean> {
  return write(store, [store.uploads], async () => {
    const row = await store.uploads.get(uploadId);
    if (row?.state !== 'sending') return false;
    const isFurther = sentBytes > row.sentBytes;
    const attempts = isFurther ? 0 : row.attempts;
    await store.uploads.put({
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
 * Writes down what came of sending a file. One that arrived sets its command free; one that the server does
 * not take sets it aside with the same words, so that it is seen among what needs a person.
 */
export function settleUpload(store: PrivateStore, uploadId: string, outcome: SendOutcome): Promise<void> {
  return write(store, [store.uploads, store.outbox], async () => {
    const row = await store.uploads.get(uploadId);
    if (row?.state !== 'sending') return;
    await store.uploads.put({ ...row, ...nextState(row, outcome), touchedAt: new Date().toISOString() });
    if (outcome.kind !== 'refused') return;
    const command = (await inside(() => readRaw(store))).find((one) => uploadIdOf(one.command) === uploadId);
    if (command === undefined) return;
    const { problem: lastProblem, status: lastStatus } = outcome;
    await store.outbox.put({ ...command, state: 'refused', lastProblem, lastStatus });
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
      const waitMs = backoffMs(attempts, Math.random(), outcome.retryAfterMs);
      const nextAttemptAt = new Date(Date.now() + waitMs).toISOString();
      return { state: 'waiting', attempts, nextAttemptAt, problem: outcome.problem };
    }
    default:
      return { state: 'waiting' };
  }
}

/**
 * Brings files and their commands together again, whatever happened to either meanwhile:
 * - a command that was acknowledged, or discarded by the person's word some time ago, needs its bytes no more;
 * - one that the server refused because the file is gone or damaged there sends the file anew;
 * - one that a person frees again after a refusal of its file frees the file too;
 * - the file of one that a deletion cancelled stays until that has arrived: the command may come back.
 */
export function tendUploads(store: PrivateStore): Promise<void> {
  return write(store, [store.uploads, store.uploadBytes, store.outbox], async () => {
    const uploads = (await store.uploads.toArray()).filter(({ state }) => state !== 'held');
    const unsent = await inside(() => readRaw(store));
    const commandOf = ({ uploadId }: UploadRow) =>
      unsent.find(({ command }) => uploadIdOf(command) === uploadId);
    const cancelled = new Set(unsent.flatMap(cancelledBy).map(({ command }) => uploadIdOf(command)));
    const orphans = uploads.filter((upload) => commandOf(upload) === undefined);
    const done = orphans
      .filter((upload) => !cancelled.has(upload.uploadId) && !canComeBack(upload))
      .map(({ uploadId }) => uploadId);
    const changes = uploads.flatMap((upload) => reconcile(upload, commandOf(upload)) ?? []);
    await store.uploads.bulkDelete(done);
    await store.uploadBytes.bulkDelete(done);
    await store.uploads.bulkPut(changes.map(({ upload }) => upload));
    await store.outbox.bulkPut(changes.flatMap(({ command }) => command ?? []));
  });
}

/** An upload that begins anew, and its command where that needs a new id; null for one that stays as it is. */
function reconcile(upload: UploadRow, command: OutboxRow | undefined) {
  if (command === undefined) return null;
  const isSetAside = command.state === 'refused';
  const isLost = upload.state === 'arrived' && isSetAside && command.lastStatus === LOST_STATUS;
  const fresh = { state: 'waiting', problem: null, attempts: 0, nextAttemptAt: null } as const;
  if (upload.state === 'discarded') return { upload: { ...upload, ...fresh }, command: null };
  if (upload.state === 'refused' && !isSetAside) {
    return { upload: { ...upload, ...fresh, restarts: 0 }, command: null };
  }
  if (!isLost || upload.restarts >= RESTARTS_MAX) return null;
  const restarted: UploadRow = { ...upload, ...fresh, sentBytes: 0, restarts: upload.restarts + 1 };
  return { upload: restarted, command: renewed(command) };
}

/** The unsent commands, those included that only a newer version of the app can read. */
async function readRaw(store: PrivateStore): Promise<OutboxRow[]> {
  return store.outbox.where('state').anyOf(UNSENT_STATES).toArray();
}
