import { v7 as uuidv7 } from 'uuid';
import type {
  AddCaptionsInput,
  AdminResource,
  AttachResourceInput,
  CreateResourceInput,
  RestoreResourceInput,
  UpdateResourceInput,
} from '#schema/editor/editor.ts';
import { changedFields, newPosition, requireVersion } from '#sync-server/courses/row-rules.ts';
import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import type { FileRow, ResourceRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { findFile, insertFile } from '#sync-server/media/file-queries.ts';
import { getAdminResource } from './admin-course-queries.ts';
import { findDeletedResource } from './deleted-parts-queries.ts';
import type { EditCall } from './edit-call.ts';
import { requireFreeId, requireRow } from './edited-queries.ts';
import { removeResource } from './remove-queries.ts';

/** Inserts a new resource, after the others of its lesson unless a position is given. */
export function createResource(
  trx: Trx,
  call: EditCall<CreateResourceInput>,
): Promise<{ resource: AdminResource }> {
  const { type, url } = call.input;
  return insertResource(trx, call, { type, url, fileId: null });
}

/** Inserts a deleted resource of the history as a new one. Throws ApiError 400 if its file is not left. */
export async function restoreResource(
  trx: Trx,
  call: EditCall<RestoreResourceInput>,
): Promise<{ resource: AdminResource }> {
  const { restores, ...input } = call.input;
  await getCourseId(trx, call.targetId);
  const deleted = await findDeletedResource(trx, restores);
  if (deleted === null) throw new ApiError('resource_unrestorable');
  const { title, ...content } = deleted;
  return insertResource(trx, { ...call, input: { ...input, title } }, content);
}

/** Inserts captions, whose file is already stored, as a resource of the lesson. */
export async function addCaptions(
  trx: Trx,
  call: EditCall<AddCaptionsInput>,
  file: FileRow,
): Promise<{ resource: AdminResource }> {
  await insertFile(trx, file);
  return insertResource(trx, call, { type: 'video', url: null, fileId: file.id });
}

/** Inserts a stored file as a resource of the lesson. */
export function addFile(
  trx: Trx,
  call: Pick<EditCall<AttachResourceInput>, 'input' | 'targetId' | 'readContext' | 'at'>,
  fileId: string,
): Promise<{ resource: AdminResource }> {
  return insertResource(trx, call, { type: call.input.type, url: null, fileId });
}

export async function hasResource(
  trx: Trx,
  { lessonId, resourceId }: { readonly lessonId: string; readonly resourceId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('resources')
    .select('id')
    .where('id', '=', resourceId)
    .where('lessonId', '=', lessonId)
    .executeTakeFirst();
  return row !== undefined;
}

type ResourceInput = Pick<CreateResourceInput, 'id' | 'title' | 'position'>;
type ResourceCall = Pick<EditCall<ResourceInput>, 'input' | 'targetId' | 'readContext' | 'at'>;
type Content = Pick<ResourceRow, 'type' | 'url' | 'fileId'>;

async function insertResource(
  trx: Trx,
  { input, targetId: lessonId, readContext, at }: ResourceCall,
  content: Content,
): Promise<{ resource: AdminResource }> {
  const courseId = await getCourseId(trx, lessonId);
  const { id = uuidv7(), title } = input;
  await requireFreeId(trx, 'resource', id);
  const siblings = await trx
    .selectFrom('resources')
    .select('position')
    .where('lessonId', '=', lessonId)
    .execute();
  const position = newPosition(input.position, siblings);
  await trx
    .insertInto('resources')
    .values({ id, lessonId, position, title, ...content, version: 1 })
    .execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'resource', id, courseId }]);
  return { resource: await getAdminResource(trx, { lessonId, resourceId: id }, readContext.addressOf) };
}

/** The id of the course of a lesson. */
async function getCourseId(trx: Trx, lessonId: string): Promise<string> {
  const lesson = await trx
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('modules.courseId')
    .where('lessons.id', '=', lessonId)
    .executeTakeFirst();
  return requireRow(lesson, 'lesson_not_found').courseId;
}

/** Changes the given fields. */
export async function updateResource(
  trx: Trx,
  call: EditCall<UpdateResourceInput>,
): Promise<{ resource: AdminResource }> {
  const { input, targetId: id, at, readContext } = call;
  const row = await getResource(trx, call);
  const place = { lessonId: row.lessonId, resourceId: id };
  const changed = changedFields<Pick<ResourceRow, 'title'>>(row, input);
  if (changed !== null) {
    await trx
      .updateTable('resources')
      .set({ ...changed, version: row.version + 1 })
      .where('id', '=', id)
      .execute();
    await recordEdit(trx, { courseId: row.courseId, at }, [{ kind: 'resource', id, courseId: row.courseId }]);
  }
  return { resource: await getAdminResource(trx, place, readContext.addressOf) };
}

/** Gives a resource another stored file. Throws ApiError 400 unless both are PDFs, or both videos. */
export async function replaceFile(
  trx: Trx,
  { id, courseId, version, fileId }: ResourceInCourse,
  { file, at }: { readonly file: Pick<FileRow, 'id' | 'contentType'>; readonly at: string },
): Promise<void> {
  const old = fileId === null ? undefined : await findFile(trx, fileId);
  if (old === undefined || kindOf(old.contentType) !== kindOf(file.contentType))
    throw new ApiError('file_other_kind');
  if (old.id === file.id) return;
  await trx
    .updateTable('resources')
    .set({ fileId: file.id, version: version + 1 })
    .where('id', '=', id)
    .execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'resource', id, courseId }]);
}

/** `video/mp4` and `video/webm` are one kind. */
const kindOf = (contentType: string): string => contentType.replace(/^video\/.*/, 'video');

export async function deleteResource(trx: Trx, call: EditCall<undefined>) {
  const { courseId } = await getResource(trx, call);
  await removeResource(trx, { id: call.targetId, courseId, at: call.at });
  return { success: true as const };
}

/** A resource, and the ids of what it is in. */
type ResourceInCourse = Awaited<ReturnType<typeof getResource>>;

/** The resource that an edit names, in the version that the edit was made on. */
export async function getResource(
  trx: Trx,
  call: Pick<EditCall<unknown>, 'targetId' | 'ifMatch' | 'readContext'>,
) {
  const { targetId: id, ifMatch, readContext } = call;
  const found = await trx
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['resources.id', 'resources.title', 'resources.version', 'resources.fileId'])
    .select(['resources.lessonId', 'modules.courseId'])
    .where('resources.id', '=', id)
    .executeTakeFirst();
  const row = requireRow(found, 'resource_not_found');
  const place = { lessonId: row.lessonId, resourceId: id };
  await requireVersion(row, ifMatch, () => getAdminResource(trx, place, readContext.addressOf));
  return row;
}
