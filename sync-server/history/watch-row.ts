import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoint.ts';
import type { Trx } from '../db/transaction.ts';
import { recordRevision, type Stamp } from './revision-queries.ts';
import { type CoursePart, findSnapshot, listLessonSnapshots, type Snapshot } from './snapshot-queries.ts';

/** The part of a course that an editor call names in its path, by the name of its parameter. */
const parts: Readonly<Record<string, CoursePart>> = {
  courseId: 'course',
  moduleId: 'module',
  lessonId: 'lesson',
  resourceId: 'resource',
};

const Row = v.object({ id: v.string() });
/** The reply to a POST of the editor: the created row. */
const Made = v.object({
  course: v.optional(Row),
  module: v.optional(Row),
  lesson: v.optional(Row),
  resource: v.optional(Row),
});
const madeParts = ['course', 'module', 'lesson', 'resource'] as const;

/** Records the effect of the command, once its work is done. */
type Remember = (stamp: Stamp, reply: unknown) => Promise<void>;

/**
 * Reads the row before an edit. The returned function is called after the work, in the same transaction, and
 * records one revision. A deleted row is stored whole, with its lessons.
 */
export async function watchRow(trx: Trx, endpoint: Endpoint, targetId: string): Promise<Remember> {
  if (endpoint.method === 'POST') return (stamp, reply) => rememberMade(trx, stamp, reply);
  const part = parts[/:(\w+)/.exec(endpoint.path)?.[1] ?? ''];
  if (part === undefined) throw new Error(`${endpoint.path} names no part of a course`);
  const before = await findSnapshot(trx, part, targetId);
  if (endpoint.method !== 'DELETE') {
    return async (stamp) =>
      recordRevision(trx, stamp, { before, after: await findSnapshot(trx, part, targetId) });
  }
  const gone = [before, ...(await listLessonSnapshots(trx, part, targetId))];
  return (stamp) => rememberGone(trx, stamp, gone);
}

interface Change<T> {
  readonly entity: CoursePart;
  readonly id: string;
  readonly stamp: Stamp;
  readonly work: () => Promise<T>;
}

/** Changes a row and records the revision, for calls that are not commands of the outbox. */
export async function changeRow<T>(trx: Trx, { entity, id, stamp, work }: Change<T>): Promise<T> {
  const before = await findSnapshot(trx, entity, id);
  const result = await work();
  await recordRevision(trx, stamp, { before, after: await findSnapshot(trx, entity, id) });
  return result;
}

async function rememberMade(trx: Trx, stamp: Stamp, reply: unknown): Promise<void> {
  const made = v.parse(Made, reply);
  for (const part of madeParts) {
    const row = made[part];
    if (row === undefined) continue;
    await recordRevision(trx, stamp, { before: undefined, after: await findSnapshot(trx, part, row.id) });
  }
}

async function rememberGone(trx: Trx, stamp: Stamp, gone: readonly (Snapshot | undefined)[]): Promise<void> {
  for (const before of gone) await recordRevision(trx, stamp, { before, after: undefined });
}
