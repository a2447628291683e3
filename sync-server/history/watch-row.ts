import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Trx } from '../db/transaction.ts';
import { type AuditStamp, recordRevision } from './revision-queries.ts';
import {
  type CoursePart,
  findSnapshot,
  listSnapshotsInside,
  type Snapshot,
  withParts,
} from './snapshot-queries.ts';

/** The part of a course that an editor call names in its path, by the name of its parameter. */
const parts: Readonly<Record<string, CoursePart>> = {
  courseId: 'course',
  moduleId: 'module',
  lessonId: 'lesson',
  resourceId: 'resource',
  quizId: 'quiz',
  questionId: 'question',
};

const Row = v.object({ id: v.string() });
/** The reply to a POST of the editor: the created row. */
const CreatedRows = v.object({
  course: v.optional(Row),
  module: v.optional(Row),
  lesson: v.optional(Row),
  resource: v.optional(Row),
  quiz: v.optional(Row),
  question: v.optional(Row),
});
const courseParts = ['course', 'module', 'lesson', 'resource', 'quiz', 'question'] as const;

/** Records the effect of the command, once its work is done. */
type RevisionRecorder = (auditStamp: AuditStamp, reply: unknown) => Promise<void>;

/**
 * Reads the row before an edit. The returned function is called after the work, in the same transaction, and
 * records one revision. A deleted row is stored whole, with what is inside.
 */
export async function watchRow(trx: Trx, endpoint: Endpoint, targetId: string): Promise<RevisionRecorder> {
  if (endpoint.method === 'POST') return (auditStamp, reply) => recordCreated(trx, auditStamp, reply);
  const part = parts[/:(\w+)/.exec(endpoint.path)?.[1] ?? ''];
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
  readonly entity: CoursePart;
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
  for (const part of courseParts) {
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
