import { v7 as uuidv7 } from 'uuid';
import type {
  AdminLesson,
  CreateLessonInput,
  UpdateLessonInput,
  VideoUrlInput,
} from '#schema/editor/editor.ts';
import { lessonEntity, lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import {
  changedFields,
  newPosition,
  requirePosition,
  requireVersion,
} from '#sync-server/courses/row-rules.ts';
import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { compiledOnce, type ValueOf, valuesOf } from '#sync-server/db/compiled-once.ts';
import { lessonColumns } from '#sync-server/db/entity-columns.ts';
import { liveLessons, liveModules } from '#sync-server/db/live-rows.ts';
import { insertPartCopies } from '#sync-server/db/parts/part-copies.ts';
import type { LessonRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { recordRevision } from '#sync-server/history/revision-queries.ts';
import { lessonSnapshot } from '#sync-server/history/snapshot-queries.ts';
import { getAdminLesson, type ReadContext } from './admin-course-queries.ts';
import {
  type AdminLessonRow,
  type AdminResourceRow,
  listLessonRows,
  listResourceRows,
} from './admin-rows-queries.ts';
import { assembleLesson } from './assemble-admin-course.ts';
import { findDeletedParts, findPartsOf, insertResources } from './deleted-parts-queries.ts';
import type { EditCall } from './edit-call.ts';
import { requireFreeId, requireRow } from './edited-queries.ts';
import { removeLesson } from './remove-queries.ts';
import { findVideo } from './video-queries.ts';

interface LessonReply {
  readonly lesson: AdminLesson;
}

/** Inserts a new lesson, at the end of its module unless a position is given. */
export async function createLesson(
  trx: Trx,
  { input, targetId: moduleId, cleanHtml, readContext, at }: EditCall<CreateLessonInput>,
): Promise<LessonReply> {
  const module = await trx
    .selectFrom(liveModules)
    .select('courseId')
    .where('id', '=', moduleId)
    .executeTakeFirst();
  const { courseId } = requireRow(module, 'module_not_found');
  const { id = uuidv7(), restores, copies, ...given } = fieldsOf(input);
  await requireFreeId(trx, 'lesson', id);
  const position = newPosition(input.position, await listPositions(trx, moduleId));
  const copied = copies === undefined ? null : await findPartsOf(trx, { lessonId: copies, courseId });
  const parts = restores === undefined ? copied : await findDeletedParts(trx, restores);
  const typed = await findVideo(trx, input);
  const hasVideo = typed !== undefined && Object.values(typed.columns).some((value) => value !== null);
  const video = hasVideo ? typed : (parts?.video ?? typed);
  const fresh: LessonRow = {
    ...{ ...lessonRowDefaults, id, moduleId, title: input.title, videoFileId: null },
    ...{ position, version: 1 },
  };
  const changed = changedFields<LessonRow>(fresh, { ...given, ...video?.columns, position });
  await trx
    .insertInto('lessons')
    .values({ ...fresh, ...changed })
    .execute();
  const content = cleanHtml ?? lessonEntity.defaults.content;
  await trx.insertInto('lessonContents').values({ lessonId: id, content }).execute();
  const resources = await insertResources(trx, parts?.resources ?? [], id);
  const changes = resources.map((resourceId) => ({ kind: 'resource' as const, id: resourceId, courseId }));
  const added = await insertPartCopies(trx, { kind: 'lesson', id, courseId }, parts?.copies ?? {});
  await recordEdit(trx, { courseId, at }, [
    { kind: 'lesson', id, courseId },
    ...changes,
    ...added.map((part) => ({ ...part, courseId })),
  ]);
  return { lesson: await getAdminLesson(trx, id, readContext.addressOf) };
}

/**
 * Changes the given fields; a move is a new position, in the module or in another one of the course, and writes this
 * one row. Throws ApiError 404 `module_not_found` if the other module does not exist: the lesson stays where it is.
 */
export async function updateLesson(trx: Trx, call: EditCall<UpdateLessonInput>): Promise<LessonReply> {
  const { targetId: id, ifMatch, readContext, auditStamp, at } = call;
  const { row: before, resources } = await getLesson(trx, id);
  const show = (row: AdminLessonRow) => assembleLesson(row, resources, readContext.addressOf);
  await requireVersion(before, ifMatch, async () => show(before));
  const after = await withEdit(trx, before, call);
  if (after === before) return { lesson: show(before) };
  const edited = { ...after, version: before.version + 1 };
  await updateLessonRow(trx, edited);
  if (edited.content !== before.content) await upsertContent(trx, id, edited.content ?? '');
  const { courseId } = before;
  // A device that drops the old module before it receives the lesson has dropped its resources too.
  const moved = edited.moduleId === before.moduleId ? [] : resources;
  await recordEdit(trx, { courseId, at }, [
    { kind: 'lesson', id, courseId },
    ...moved.map((resource) => ({ kind: 'resource' as const, id: resource.id, courseId })),
  ]);
  await recordRevision(trx, auditStamp, { before: lessonSnapshot(before), after: lessonSnapshot(edited) });
  return { lesson: show(edited) };
}

/** Returns the row with the values of an edit; the same row when the edit changes nothing. */
async function withEdit(
  trx: Trx,
  row: AdminLessonRow,
  { input, cleanHtml: content }: EditCall<UpdateLessonInput>,
): Promise<AdminLessonRow> {
  const given = fieldsOf(input);
  if (given.position !== undefined) requirePosition(given.position);
  const place = await placeAfterMove(trx, row, given);
  const video = await findVideo(trx, input);
  const size = video && { videoSizeBytes: video.sizeBytes };
  const changed = changedFields(row, { ...given, ...place, ...video?.columns, ...size, content });
  return changed === null ? row : { ...row, ...changed };
}

/** The place of a lesson that is moved into another module: after its lessons, unless a position is given. */
async function placeAfterMove(
  trx: Trx,
  row: AdminLessonRow,
  { moduleId, position }: Pick<UpdateLessonInput, 'moduleId' | 'position'>,
) {
  if (moduleId === undefined || moduleId === row.moduleId) return {};
  const target = await trx
    .selectFrom(liveModules)
    .select('id')
    .where('id', '=', moduleId)
    .where('courseId', '=', row.courseId)
    .executeTakeFirst();
  requireRow(target, 'module_not_found');
  const siblings = await listPositions(trx, moduleId);
  return { moduleId, position: newPosition(position, siblings) };
}

async function listPositions(trx: Trx, moduleId: string): Promise<string[]> {
  const lessons = await trx
    .selectFrom(liveLessons)
    .select('position')
    .where('moduleId', '=', moduleId)
    .execute();
  return lessons.map(({ position }) => position);
}

/** Fields of an input that are stored as they are: its HTML was cleaned, and its video is looked up. */
function fieldsOf<Input extends UpdateLessonInput>(input: Input) {
  const { content: _html, videoUrl: _, video_url: __, ...fields } = input;
  return fields;
}

async function show(trx: Trx, row: AdminLessonRow, { addressOf }: ReadContext): Promise<AdminLesson> {
  return assembleLesson(row, await listResourceRows(trx, { lessonId: row.id }), addressOf);
}

/** Sets the video of a lesson to this address; changes no other column. */
export function setVideoUrl(trx: Trx, call: EditCall<VideoUrlInput>): Promise<LessonReply> {
  return updateLesson(trx, call);
}

/** Deletes a lesson with its resources. */
export async function deleteLesson(trx: Trx, call: EditCall<undefined>) {
  const { targetId: id, ifMatch, readContext, at } = call;
  const row = await getRow(trx, id);
  await requireVersion(row, ifMatch, () => show(trx, row, readContext));
  await removeLesson(trx, { id, courseId: row.courseId, at });
  return { success: true as const };
}

/** A lesson with its resources. */
interface WholeLesson {
  readonly row: AdminLessonRow;
  readonly resources: readonly AdminResourceRow[];
}

async function getLesson(trx: Trx, id: string): Promise<WholeLesson> {
  const row = await getRow(trx, id);
  return { row, resources: await listResourceRows(trx, { lessonId: id }) };
}

async function getRow(trx: Trx, id: string): Promise<AdminLessonRow> {
  const [row] = await listLessonRows(trx, { lessonId: id });
  return requireRow(row, 'lesson_not_found');
}

/** Writes every editable column, changed or not, so the query is always the same. */
const updateLessonRow = compiledOnce((trx: Trx, value: ValueOf<LessonRow>) =>
  trx
    .updateTable('lessons')
    .set(valuesOf(value, [...lessonColumns, 'videoFileId', 'version']))
    .where('id', '=', value('id')),
);

async function upsertContent(trx: Trx, lessonId: string, content: string): Promise<void> {
  await trx
    .insertInto('lessonContents')
    .values({ lessonId, content })
    .onConflict((conflict) => conflict.column('lessonId').doUpdateSet({ content }))
    .execute();
}
