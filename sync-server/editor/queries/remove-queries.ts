import { type Change, recordChanges } from '#sync-server/db/changes-queries.ts';
import { touchCourse } from '#sync-server/db/counters-queries.ts';
import type { ChangeKind } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { recordEdit } from './edited-queries.ts';

/** A row to remove, its course, and when (ISO time). */
interface Removal {
  readonly id: string;
  readonly courseId: string;
  readonly at: string;
}

/**
 * Removing a row removes its content too (the database cascades) and leaves a tombstone for each row that a
 * device may hold. Progress leaves none: a device that drops a lesson drops its progress as well.
 */
export async function removeResource(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  await trx.deleteFrom('resources').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [tombstone('resource', id, courseId)]);
}

export async function removeLesson(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const resources = await listIds(trx, { lessonIds: [id] });
  await trx.deleteFrom('lessons').where('id', '=', id).execute();
  await forgetProgress(trx, [id]);
  await recordEdit(trx, { courseId, at }, [
    tombstone('lesson', id, courseId),
    ...resources.map((resource) => tombstone('resource', resource, courseId)),
  ]);
}

export async function removeModule(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const tombstones = await tombstonesOf(trx, [id], courseId);
  await trx.deleteFrom('modules').where('id', '=', id).execute();
  await forgetProgress(trx, idsOf(tombstones, 'lesson'));
  await recordEdit(trx, { courseId, at }, tombstones);
}

/** The course's learners lose their access: a tombstone of their activation, a change of their row. */
export async function removeCourse(trx: Trx, courseId: string, at: string): Promise<void> {
  const modules = await trx.selectFrom('modules').select('id').where('courseId', '=', courseId).execute();
  const moduleIds = modules.map(({ id }) => id);
  const tombstones = await tombstonesOf(trx, moduleIds, courseId);
  const learners = await trx
    .selectFrom('activations')
    .select('userId')
    .where('courseId', '=', courseId)
    .execute();
  await touchCourse(trx, courseId);
  await trx.deleteFrom('courses').where('id', '=', courseId).execute();
  await forgetProgress(trx, idsOf(tombstones, 'lesson'));
  await recordChanges(trx, at, [
    tombstone('course', courseId, courseId),
    ...tombstones,
    ...learners.flatMap(({ userId }): Change[] => [
      { ...tombstone('activation', courseId, courseId), userId },
      { kind: 'user', id: userId, userId },
    ]),
  ]);
}

/** Of modules, their lessons and the resources of these. */
async function tombstonesOf(trx: Trx, moduleIds: readonly string[], courseId: string): Promise<Change[]> {
  if (moduleIds.length === 0) return [];
  const lessons = await trx.selectFrom('lessons').select('id').where('moduleId', 'in', moduleIds).execute();
  const resources = await listIds(trx, { lessonIds: lessons.map(({ id }) => id) });
  return [
    ...moduleIds.map((id) => tombstone('module', id, courseId)),
    ...lessons.map(({ id }) => tombstone('lesson', id, courseId)),
    ...resources.map((id) => tombstone('resource', id, courseId)),
  ];
}

async function listIds(trx: Trx, { lessonIds }: { lessonIds: readonly string[] }): Promise<string[]> {
  if (lessonIds.length === 0) return [];
  const rows = await trx.selectFrom('resources').select('id').where('lessonId', 'in', lessonIds).execute();
  return rows.map(({ id }) => id);
}

/** The progress rows were deleted with their lessons; nothing may refer to them any more. */
async function forgetProgress(trx: Trx, lessonIds: readonly string[]): Promise<void> {
  if (lessonIds.length === 0) return;
  await trx.deleteFrom('changes').where('kind', '=', 'progress').where('id', 'in', lessonIds).execute();
}

const tombstone = (kind: ChangeKind, id: string, courseId: string): Change => ({
  kind,
  id,
  courseId,
  isDeleted: true,
});

const idsOf = (changes: readonly Change[], kind: ChangeKind): string[] =>
  changes.filter((change) => change.kind === kind).map(({ id }) => id);
