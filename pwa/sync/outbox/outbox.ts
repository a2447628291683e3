import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import { updateCanary } from '#pwa/store/account/canary.ts';
import { listUnsent, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { read, write } from '#pwa/store/database/access.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import {
  openPrivateStore,
  type PrivateStore,
  type Reader,
  type Tx,
} from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { ActivateInput, normalizeCode } from '#schema/learning/activation.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { showPendingProfile } from '../commands/pending-profile.ts';
import { countQueued, hideDiscarded, showDiscarded } from '../status/watch-status.ts';
import { dependentsOf, freedBy, refusedGroupOf } from './dependents.ts';
import { discardFiles, refuseWithoutFile } from './discard-files.ts';
import { onCourse } from './on-course.ts';
import { cancelledBy, FRESH, hasLeft, isOpen, reissued } from './outbox-rows.ts';
import { requestReplay } from './signal.ts';
import { withQuotaRetry } from './with-quota-retry.ts';

/*
 * Every edit goes through this module. When one of these functions resolves, the edit and its command are
 * durable on the device, in one transaction; the network is never waited for. When it rejects, nothing was
 * stored and the screen still has the typed text.
 *
 * The caller of an edit names its author, the user to whom the screen is shown: another tab may sign in
 * another user at any moment, and no edit is sent under another user's name (docs/why/outbox.md).
 */

export interface ActivationRequest {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly code: string;
}

/**
 * Queues the unlocking of a course and returns the command's id for `findCommand`. A new code replaces one
 * that is unsent or was refused; a code that is already under way is not queued twice.
 *
 * @throws {Error} 'Please enter an activation code'
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueActivation(authorId: string, request: ActivationRequest): Promise<string> {
  const input = v.safeParse(ActivateInput, { activationCode: request.code });
  if (!input.success) throw new UserFacingError(input.issues[0].message);
  const { courseId, courseTitle } = request;
  const args = { courseId, courseTitle, ...input.output };
  const id = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox], async (tx) => {
      const pending = (await listUnsent(tx)).filter((row) => isActivationOf(row, courseId));
      const twin = pending.find((row) => row.state !== 'refused' && hasCode(row, args.activationCode));
      if (twin !== undefined) return twin.id;
      const replaced = pending.filter(
        (row) => row.state === 'refused' || (row.state === 'waiting' && !hasLeft(row) && !hasProof(row)),
      );
      await tx.outbox.bulkDelete(replaced.map((row) => row.order));
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'course.activate', args }));
    }),
  );
  requestReplay('eager');
  return id;
}

/**
 * Sends a command again. Returns the new id of a refused one: under its old key the server would only return
 * the stored refusal. Commands of the same Save Course that were refused with it are sent again too.
 */
export async function retryCommand(id: string): Promise<string> {
  const nextId = await changeOutboxHere((store) =>
    write(store, [store.outbox, store.adminCourses], async (tx) => {
      const row = parseOutboxRow(await tx.outbox.get({ id }));
      if (row === null || row.state === 'acknowledged') return id;
      if (row.state !== 'refused') {
        const { heldUntil: _, ...rest } = row;
        await tx.outbox.put({ ...rest, nextAttemptAt: null });
        return id;
      }
      const again = refusedGroupOf(await listUnsent(tx), row).map(reissued);
      const courses = await tx.adminCourses.bulkGet(again.map(courseOf));
      await tx.outbox.bulkPut(again.map((one, at) => onCourse(one, courses[at])));
      return again.find(({ order }) => order === row.order)?.id ?? id;
    }).then(async (sentId) => {
      await showPendingProfile(store);
      return sentId;
    }),
  );
  requestReplay('eager');
  return nextId;
}

/** Returns the commands that {@link discardCommand} would discard: this one and its dependents. */
export function findDiscarded(store: PrivateStore, id: string): Promise<OutboxRow[]> {
  return read(store, () => readDiscarded(store, [id]));
}

/**
 * Discards a command and its dependents at the user's request, and returns what was discarded. What only they changed
 * is shown as before; commands that waited for them can be sent; edits that a deletion had cancelled are restored.
 */
export function discardCommand(id: string): Promise<OutboxRow[]> {
  return discardCommands([id]);
}

/** As {@link discardCommand}, for several at once: none of them is sent because another one was discarded before it. */
export async function discardCommands(ids: readonly string[]): Promise<OutboxRow[]> {
  hideDiscarded(ids);
  const discarded = await changeOutboxHere((store) =>
    write(store, [store.outbox, store.uploads], async (tx) => {
      const rows = await readDiscarded(tx, ids);
      await tx.outbox.bulkDelete(rows.map(({ order }) => order));
      await discardFiles(tx, rows);
      await tx.outbox.bulkPut(rows.flatMap(cancelledBy));
      const left = await listUnsent(tx);
      await tx.outbox.bulkPut(rows.flatMap((row) => freedBy(left, row)));
      return rows;
    }).then(async (rows) => {
      await showPendingProfile(store);
      return rows;
    }),
  ).catch((error: unknown) => {
    showDiscarded(ids);
    throw error;
  });
  hideDiscarded(discarded.map((row) => row.id));
  requestReplay();
  return discarded;
}

/**
 * Restores what {@link discardCommand} discarded, at its old place and under its old ids: if the server has
 * one of them, it returns the receipt.
 *
 * @throws {StoreGoneError} if the user who discarded it is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function undoDiscard(rows: readonly OutboxRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  showDiscarded(rows.map(({ id }) => id));
  await changeOutbox(first.command.userId, (store) =>
    write(store, [store.outbox, store.uploads], async (tx) => {
      const known = await tx.outbox.bulkGet(rows.map(({ order }) => order));
      const missing = rows.filter((_, at) => known[at] === undefined);
      await cancelAgain(tx, missing);
      await tx.outbox.bulkPut(
        missing.map((row) => (row.state === 'sending' ? { ...row, state: 'waiting' } : row)),
      );
      await refuseWithoutFile(tx, missing);
    }).then(() => showPendingProfile(store)),
  );
  requestReplay('eager');
}

/** The course that a command belongs to, if any. */
function courseOf({ command: { args } }: OutboxRow): string {
  return 'courseId' in args ? args.courseId : '';
}

async function readDiscarded(store: Reader, ids: readonly string[]): Promise<OutboxRow[]> {
  const unsent = await listUnsent(store);
  const named = unsent.filter(({ id }) => ids.includes(id));
  return [...new Set(named.flatMap((row) => [row, ...dependentsOf(unsent, row)]))];
}

type Envelope = Pick<Command, 'id' | 'userId' | 'version' | 'createdAt'>;

interface ChangeOptions<T> {
  /** How many unsent commands the change added; without it, a long queue is counted. */
  countAdded?(result: T): number;
  /** Called when the change is durable: what follows need not wait for the canary. */
  onStored?(result: T): void;
}

/**
 * Runs one change of the author's outbox and then updates the canary. A canary that cannot be written does not make
 * a durable change look as if it had failed: the next change writes the canary again.
 *
 * @throws {StoreGoneError} if the author is not the known user of this device
 */
export async function changeOutbox<T>(
  authorId: string,
  work: (store: PrivateStore) => Promise<T>,
  { countAdded, onStored }: ChangeOptions<T> = {},
): Promise<T> {
  const store = openPrivateStore(authorId);
  const result = await withQuotaRetry(store.userId, () => work(store));
  onStored?.(result);
  await updateCanary(store, countAdded?.(result)).catch(() => undefined);
  countQueued(store.userId);
  return result;
}

/**
 * As {@link changeOutbox}, for the current user: for changes of edits and files by their ids, which no other
 * user's outbox contains.
 */
export async function changeOutboxHere<T>(work: (store: PrivateStore) => Promise<T>): Promise<T> {
  const user = readKnownUser();
  if (user === null) throw new StoreGoneError();
  return changeOutbox(user.id, work);
}

type RowParts = Pick<OutboxRow, 'heldUntil' | 'groupId' | 'importId' | 'cancelled'>;
export type BuildCommand = (envelope: Envelope) => Command;

/** Appends a command, optionally held or as part of a group; for use inside a transaction over the outbox. */
export async function appendCommand(tx: Tx, build: BuildCommand, parts: RowParts = {}): Promise<string> {
  const row = newRow(tx, build, parts);
  await tx.outbox.add(row);
  return row.id;
}

function newRow(tx: Tx, build: BuildCommand, parts: RowParts) {
  const id = uuid();
  const createdAt = new Date().toISOString();
  const command = build({ id, userId: tx.userId, version: FORMAT_VERSION, createdAt });
  return { ...FRESH, ...parts, id, v: FORMAT_VERSION, command };
}

/** Commands that are still unsent; those already sent are done before the deletion. */
async function cancelAgain(tx: Tx, deletions: readonly OutboxRow[]): Promise<void> {
  const orders = deletions.flatMap(cancelledBy).map(({ order }) => order);
  const stored = (await tx.outbox.bulkGet(orders)).filter((row) => row !== undefined);
  const unsent = stored.filter((row) => isOpen(row) || row.state === 'refused');
  await tx.outbox.bulkDelete(unsent.map(({ order }) => order));
}

function isActivationOf({ command }: OutboxRow, courseId: string): boolean {
  return command.kind === 'course.activate' && command.args.courseId === courseId;
}

const hasProof = ({ command }: OutboxRow): boolean =>
  command.kind === 'course.activate' && command.args.proof !== undefined;

function hasCode({ command }: OutboxRow, code: string): boolean {
  return (
    command.kind === 'course.activate' && normalizeCode(command.args.activationCode) === normalizeCode(code)
  );
}
