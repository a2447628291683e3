import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { ResourceType } from '#schema/courses/resource.ts';
import {
  type DeletedResource,
  RevisionFields,
  readDeletedResources,
  uploadedFileOf,
  uploadedVideoOf,
} from '#schema/editor/history.ts';
import { plainKinds } from '#schema/sync/row-kinds.ts';
import { liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import { listPartCopies } from '#sync-server/db/parts/part-copies.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { findFile } from '#sync-server/media/file-queries.ts';

/**
 * The parts of a deleted lesson in the history besides its fields and its text: the resources and the uploaded video,
 * as far as their files are left, and copies of its quizzes. Nothing for an id that is no deletion of a lesson: a restored database may lack it.
 */
export async function findDeletedParts(trx: Trx, revisionId: string) {
  const before = await findDeleted(trx, 'lesson', revisionId);
  if (before === null) return null;
  const resources: DeletedResource[] = [];
  for (const resource of readDeletedResources(before)) {
    const isLeft = resource.fileId === null || (await findFile(trx, resource.fileId)) !== undefined;
    if (isLeft) resources.push(resource);
  }
  const videoFileId = uploadedVideoOf(before);
  const hasVideo = videoFileId !== null && (await findFile(trx, videoFileId)) !== undefined;
  const video = hasVideo ? { columns: { videoUrl: null, videoFileId } } : undefined;
  return { resources, copies: readDeletedCopies(before), video };
}

const Copies = v.pipe(v.string(), v.parseJson());

/** The quizzes and other parts, which the deletion of their lesson has as JSON by their tables. */
function readDeletedCopies(before: RevisionFields): Record<string, unknown> {
  const copies = Object.values(plainKinds).map(({ table }) => {
    const parsed = v.safeParse(Copies, before[table]);
    return [table, parsed.success ? parsed.output : []] as const;
  });
  return Object.fromEntries(copies);
}

const DeletedContent = v.object({
  title: v.string(),
  type: ResourceType,
  url: v.nullable(v.string()),
});

/** A deleted resource in the history, with the id of its file; null without its deletion, or if the file is not left. */
export async function findDeletedResource(trx: Trx, revisionId: string) {
  const before = await findDeleted(trx, 'resource', revisionId);
  const content = v.safeParse(DeletedContent, before);
  if (before === null || !content.success) return null;
  const { title, type, url } = content.output;
  const fileId = uploadedFileOf(before);
  if (fileId === null) return url === null ? null : { title, type, url, fileId: null };
  return (await findFile(trx, fileId)) === undefined ? null : { title, type, url: null, fileId };
}

async function findDeleted(
  trx: Trx,
  entity: 'lesson' | 'resource',
  revisionId: string,
): Promise<RevisionFields | null> {
  const row = await trx
    .selectFrom('revisions')
    .select('before')
    .where('id', '=', revisionId)
    .where('entity', '=', entity)
    .where('kind', '=', 'delete')
    .executeTakeFirst();
  return row === undefined ? null : v.parse(RevisionFields, JSON.parse(row.before));
}

/** The video and resources of a lesson of a course, for a copy of it; null if it is not there any more. */
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
    copies: (await listPartCopies(trx, [lessonId])).get(lessonId) ?? {},
    video: videoFileId === null ? undefined : { columns: { videoUrl: null, videoFileId } },
  };
}

/** Inserts resources into a new lesson and returns their ids. */
export async function insertResources(
  trx: Trx,
  resources: readonly DeletedResource[],
  lessonId: string,
): Promise<string[]> {
  const rows = resources.map((resource) => ({
    ...resource,
    ...{ id: uuidv7(), lessonId, version: 1 },
  }));
  if (rows.length > 0) await trx.insertInto('resources').values(rows).execute();
  return rows.map(({ id }) => id);
}
