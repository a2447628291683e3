import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import {
  type DeletedResource,
  RevisionFields,
  readDeletedResources,
  uploadedVideoOf,
} from '#schema/editor/history.ts';
import { liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { findFile } from '#sync-server/media/file-queries.ts';

/**
 * The parts of a deleted lesson in the history besides its fields and its text: the resources, and the uploaded video,
 * as far as their files are left. Nothing for an id that is no deletion of a lesson: a restored database may lack it.
 */
export async function findDeletedParts(trx: Trx, revisionId: string) {
  const row = await trx
    .selectFrom('revisions')
    .select('before')
    .where('id', '=', revisionId)
    .where('entity', '=', 'lesson')
    .where('kind', '=', 'delete')
    .executeTakeFirst();
  if (row === undefined) return null;
  const before = v.parse(RevisionFields, JSON.parse(row.before));
  const resources: DeletedResource[] = [];
  for (const resource of readDeletedResources(before)) {
    const isLeft = resource.fileId === null || (await findFile(trx, resource.fileId)) !== undefined;
    if (isLeft) resources.push(resource);
  }
  const videoFileId = uploadedVideoOf(before);
  const hasVideo = videoFileId !== null && (await findFile(trx, videoFileId)) !== undefined;
  return { resources, video: hasVideo ? { columns: { videoUrl: null, videoFileId } } : undefined };
}

/** The same parts of a lesson of a course, for a copy of it; null if it is not there any more. */
export async function findPartsOf(
  trx: Trx,
  { lessonId, courseId }: { readonly lessonId: string; readonly courseId: string },
) {
  const row = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('lessons.videoFileId')
    .where('lessons.id', '=', lessonId)
    .where('modules.courseId', '=', courseId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const resources: DeletedResource[] = await trx
    .selectFrom('resources')
    .select(['title', 'type', 'url', 'fileId', 'position'])
    .where('lessonId', '=', lessonId)
    .execute();
  const { videoFileId } = row;
  return {
    resources,
    video: videoFileId === null ? undefined : { columns: { videoUrl: null, videoFileId } },
  };
}

interface Place {
  readonly lessonId: string;
  /** ISO time. */
  readonly at: string;
}

/** Inserts resources into a new lesson and returns their ids. */
export async function insertResources(
  trx: Trx,
  resources: readonly DeletedResource[],
  { lessonId, at }: Place,
): Promise<string[]> {
  const rows = resources.map((resource) => ({
    ...resource,
    ...{ id: uuidv7(), lessonId, version: 1, createdAt: at },
  }));
  if (rows.length > 0) await trx.insertInto('resources').values(rows).execute();
  return rows.map(({ id }) => id);
}
