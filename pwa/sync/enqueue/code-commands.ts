import { v7 as uuid } from 'uuid';
import { listUnfetched, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '#pwa/store/database/private-store.ts';
import { drawCodes } from '#schema/activation/draw-code.ts';
import { type CommandBodyOf, coalesceEdit } from '#schema/commands/all-commands.ts';
import type { CodeBatchFields } from '#schema/entities/code-batch-entity.ts';
import type { BatchCode, CodeBatch, Redemption } from '#schema/learning/code-batches.ts';
import { CODE_KINDS, type CodeKind } from '../commands/code-rows.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { isOpen } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';
import { replaceOpen, takesBack } from './admin-commands.ts';

/*
 * Changes of activation codes, queued as commands. Each function throws StoreGoneError if the author is no longer signed
 * in on this device, and StorageFullError if its storage is full.
 */

export interface NewBatch
  extends Pick<CodeBatch, 'courseId' | 'name' | 'note' | 'prefix' | 'expiresAt' | 'maxUses'> {
  readonly courseTitle: string;
  /** How many codes are drawn. */
  readonly count: number;
}

/** Draws the codes of a new batch on this device and queues their registration. Returns the id of the batch. */
export async function enqueueBatch(authorId: string, { count, ...fields }: NewBatch): Promise<string> {
  const batchId = uuid();
  const args = { ...fields, batchId, codes: drawCodes(fields.prefix, count, crypto) };
  await append(authorId, () => ({ kind: 'codeBatch.create', args }));
  return batchId;
}

/** Queues an edit of a batch; merged into one that has never left the device, and into its registration. */
export function enqueueBatchEdit(
  authorId: string,
  shown: CodeBatch,
  changes: CodeBatchFields,
): Promise<void> {
  return append(authorId, async (tx) => {
    const unsent = (await listUnsent(tx, CODE_KINDS)).filter((row) => isOf(row, shown.id) && isOpen(row));
    const create = unsent.find(({ command }) => command.kind === 'codeBatch.create');
    if (create !== undefined) return mergeIntoCreate(tx, create, changes);
    const earlier = unsent.find(({ command }) => command.kind === 'codeBatch.update');
    const base = Object.fromEntries(Object.keys(changes).map((field) => [field, Reflect.get(shown, field)]));
    if (earlier?.command.kind === 'codeBatch.update') {
      const { args } = earlier.command;
      const merged = { ...args, base: { ...base, ...args.base }, changes: { ...args.changes, ...changes } };
      await tx.outbox.put({ ...earlier, command: { ...earlier.command, args: merged } });
      return null;
    }
    const args = { ...refOf(shown), version: await findVersion(tx, shown.id), base, changes };
    return { kind: 'codeBatch.update', args };
  });
}

/** The version of a batch on the server, as far as this device knows. */
async function findVersion(tx: ReadTx, batchId: string): Promise<number> {
  const stored = (await tx.adminCodeBatches.get(batchId))?.version ?? 1;
  const commands = await listUnfetched(tx, await findFetchedAt(tx, 'codes'), CODE_KINDS);
  const own = commands.filter((row) => isOf(row, batchId));
  return Math.max(stored, ...own.map(({ ackVersion }) => ackVersion ?? 0));
}

async function mergeIntoCreate(tx: Tx, row: OutboxRow, changes: CodeBatchFields): Promise<null> {
  const merged = coalesceEdit(row.command, changes);
  if (merged !== null) await tx.outbox.put({ ...row, command: merged.command });
  return null;
}

/** Queues that the codes of a batch are revoked or restored, and replaces an unsent one of either. */
export function enqueueBatchRevoked(authorId: string, shown: CodeBatch, revoked: boolean): Promise<void> {
  return append(authorId, async (tx) => {
    const replaced = await replaceOpen(tx, (row) => isOf(row, shown.id, 'codeBatch.setRevoked'));
    return takesBack(replaced, isOpposite(revoked))
      ? null
      : { kind: 'codeBatch.setRevoked', args: { ...refOf(shown), revoked } };
  });
}

interface Revocation {
  readonly revoked: boolean;
  /** Whether the learners who redeemed the code lose their access. */
  readonly removesAccess: boolean;
  readonly reason: string;
}

/** The same for one code. */
export function enqueueCodeRevoked(
  authorId: string,
  { batch, code }: { readonly batch: CodeBatch; readonly code: BatchCode },
  { revoked, removesAccess, reason }: Revocation,
): Promise<void> {
  return append(authorId, async (tx) => {
    const isSame = ({ command }: OutboxRow) =>
      command.kind === 'code.setRevoked' && command.args.codeId === code.id;
    const replaced = await replaceOpen(tx, isSame);
    if (takesBack(replaced, isOpposite(revoked)) && !removesAccess) return null;
    const args = { ...refOf(batch), codeId: code.id, revoked, removesAccess, reason };
    return { kind: 'code.setRevoked', args };
  });
}

interface AccessChange {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly codeId: string;
  readonly redemption: Redemption & { readonly userId: string };
  readonly revoked: boolean;
  readonly reason: string;
}

/** Queues that a learner's access is removed or restored, and replaces an unsent one of either. */
export function enqueueAccess(authorId: string, { redemption, ...change }: AccessChange): Promise<void> {
  const { userId, userName } = redemption;
  return append(authorId, async (tx) => {
    const isSame = ({ command: { kind, args } }: OutboxRow) =>
      kind === 'access.setRevoked' && args.userId === userId && args.courseId === change.courseId;
    const replaced = await replaceOpen(tx, isSame);
    const isLostWithCode = (await listUnsent(tx, ['code.setRevoked'])).some((row) =>
      removesAccessBy(row, change.codeId),
    );
    if (takesBack(replaced, isOpposite(change.revoked)) && !isLostWithCode) return null;
    return { kind: 'access.setRevoked', args: { ...change, userId, userName } };
  });
}

const isOpposite =
  (revoked: boolean) =>
  ({ args }: OutboxRow['command']): boolean =>
    'revoked' in args && args.revoked !== revoked;

/** Whether an unsent command revokes a code together with the access that it gave. */
const removesAccessBy = ({ command, state }: OutboxRow, codeId: string): boolean =>
  command.kind === 'code.setRevoked' &&
  command.args.codeId === codeId &&
  command.args.removesAccess &&
  state !== 'refused';

type Body = CommandBodyOf<CodeKind>;

/** Appends a command; none if `build` returns null. */
async function append(
  authorId: string,
  build: (tx: Tx) => Body | null | Promise<Body | null>,
): Promise<void> {
  await changeOutbox(authorId, (store: PrivateStore) =>
    write(store, [store.outbox, store.adminCodeBatches, store.state], async (tx) => {
      const body = await build(tx);
      if (body !== null) await appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
    }),
  );
  requestReplay('eager');
}

const refOf = ({ id, name, courseId }: CodeBatch) => ({ batchId: id, batchName: name, courseId });

const isOf = ({ command: { kind, args } }: OutboxRow, batchId: string, only?: CodeKind): boolean =>
  'batchId' in args && args.batchId === batchId && (only === undefined || kind === only);
