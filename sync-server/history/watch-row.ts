import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { type PartKind, partKindNames } from '#schema/sync/row-kinds.ts';
import type { Trx } from '../db/transaction.ts';
import { type AuditStamp, recordRevision } from './revision-queries.ts';
import { findSnapshot, listSnapshotsInside, type Snapshot, withParts } from './snapshot-queries.ts';

const Row = v.object({ id: v.string() });
/** The reply to a POST of the editor: the created row. */
const CreatedRows = v.object(v.entriesFromList(partKindNames, v.optional(Row)));

/** Records the effect of the command, once its work is done. */
type RevisionRecorder = (auditStamp: AuditStamp, reply: unknown) => Promise<void>;

/**
 * Reads the row before an edit. The returned function is called after the work, in the same transaction, and
 * records one revision. A deleted row is stored whole, with what is inside.
 */
export async function watchRow(trx: Trx, endpoint: Endpoint, targetId: string): Promise<RevisionRecorder> {
  if (endpoint.method === 'POST') return (auditStamp, reply) => recordCreated(trx, auditStamp, reply);
  const param = /:(\w+)/.exec(endpoint.path)?.[1];
  const part = partKindNames.find((kind) => `${kind}Id` === param);
  if (part === undefined) throw new Error(`${endpoint.path} names no part of a course`);
  const before = await findSnapshot(trx, part, targetId);
  if (endpoint.method !== 'DELETE') {
    return async (auditStamp) =>
      recordRevision(trx, auditStamp, { before, after: await findSnapshot(trx, part, targetId) });
  }
  const inside = await listSnapshotsInside(trx, part, targetId);
  const deleted = await withParts(trx, before === undefined ? inside : [before, ...inside]);
  return (auditStamp) => recordDeleted(trx, auditStamp, deleted);
}

interface Change<T> {
  readonly entity: PartKind;
  readonly id: string;
  readonly auditStamp: AuditStamp;
  readonly work: () => Promise<T>;
}

/** Changes a row and records the revision, for calls that are not commands of the outbox. */
export async function changeRow<T>(trx: Trx, { entity, id, auditStamp, work }: Change<T>): Promise<T> {
  const before = await findSnapshot(trx, entity, id);
  const result = await work();
  await recordRevision(trx, auditStamp, { before, after: await findSnapshot(trx, entity, id) });
  return result;
}

async function recordCreated(trx: Trx, auditStamp: AuditStamp, reply: unknown): Promise<void> {
  const created = v.parse(CreatedRows, reply);
  for (const part of partKindNames) {
    const row = created[part];
    if (row === undefined) continue;
    await recordRevision(trx, auditStamp, {
      before: undefined,
      after: await findSnapshot(trx, part, row.id),
    });
  }
}

async function recordDeleted(trx: Trx, auditStamp: AuditStamp, deleted: readonly Snapshot[]): Promise<void> {
  for (const before of deleted) await recordRevision(trx, auditStamp, { before, after: undefined });
}
