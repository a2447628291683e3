import { v7 as uuidv7 } from 'uuid';
import type { AdminLesson, CreateLessonInput, UpdateLessonInput, VideoUrlInput } from '#schema/editor.ts';
import { messages } from '#schema/messages.ts';
import { NestedTooDeepError, sanitizeLessonHtml } from '../courses/lesson-html.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { LessonRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { ApiError } from '../http/api-error.ts';
import { getAdminLesson } from './admin-course-queries.ts';
import type { EditCall } from './edit-call.ts';
import { recordEdit, requireFreeId, requireRow } from './edited-queries.ts';
import { removeLesson } from './remove-queries.ts';
import { changedFields, placeOf, requirePosition, requireVersion } from './row-rules.ts';
import { findVideo } from './video-queries.ts';

interface LessonReply {
  readonly lesson: AdminLesson;
}

/** A new lesson, at the end of its module unless a position is given. Its HTML is sanitised. */
export async function createLesson(
  trx: Trx,
  { input, targetId: moduleId, reading, at }: EditCall<CreateLessonInput>,
): Promise<LessonReply> {
  const module = await trx
    .selectFrom('modules')
    .select('courseId')
    .where('id', '=', moduleId)
    .executeTakeFirst();
  const { courseId } = requireRow(module, 'module_not_found');
  const { id = uuidv7(), title, description = '', duration = 0, type = 'video' } = input;
  await requireFreeId(trx, 'lesson', id);
  const siblings = await trx
    .selectFrom('lessons')
    .select('position')
    .where('moduleId', '=', moduleId)
    .execute();
  const position = placeOf(
    input.position,
    siblings.map((sibling) => sibling.position),
  );
  const video = await findVideo(trx, input);
  const words = { id, moduleId, position, title, description, duration, type };
  await trx
    .insertInto('lessons')
    .values({
      videoUrl: null,
      videoFileId: null,
      ...video,
      ...words,
      version: 1,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  const content = cleanHtml(input.content ?? '');
  await trx.insertInto('lessonContents').values({ lessonId: id, content }).execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'lesson', id, courseId }]);
  return { lesson: await getAdminLesson(trx, id, reading.addressOf) };
}

/** Changes the fields that are given; a move is a new position and writes this one row. */
export async function updateLesson(trx: Trx, call: EditCall<UpdateLessonInput>): Promise<LessonReply> {
  const { input, targetId: id, ifMatch, reading, at } = call;
  const { courseId, content: oldContent, ...row } = await getRow(trx, id);
  const read = () => getAdminLesson(trx, id, reading.addressOf);
  await requireVersion(row, ifMatch, read);
  const { content: html, videoUrl: _, video_url: __, ...words } = input;
  if (words.position !== undefined) requirePosition(words.position);
  const changed = changedFields<LessonRow>(row, { ...words, ...(await findVideo(trx, input)) });
  const content = html === undefined ? oldContent : cleanHtml(html);
  if (changed === null && content === oldContent) return { lesson: await read() };
  await putWords(trx, { ...row, ...changed, version: row.version + 1, updatedAt: at });
  if (content !== oldContent) await putContent(trx, id, content ?? '');
  await recordEdit(trx, { courseId, at }, [{ kind: 'lesson', id, courseId }]);
  return { lesson: await read() };
}

/** Gives a lesson the video of this address and changes nothing else. */
export function setVideoUrl(trx: Trx, call: EditCall<VideoUrlInput>): Promise<LessonReply> {
  return updateLesson(trx, call);
}

/** Deletes a lesson with its resources. */
export async function deleteLesson(trx: Trx, call: EditCall<undefined>) {
  const { targetId: id, ifMatch, reading, at } = call;
  const row = await getRow(trx, id);
  await requireVersion(row, ifMatch, () => getAdminLesson(trx, id, reading.addressOf));
  await removeLesson(trx, { id, courseId: row.courseId, at });
  return { success: true as const };
}

async function getRow(trx: Trx, id: string) {
  const [row] = await rowsOf(trx, { id });
  return requireRow(row, 'lesson_not_found');
}

const rowsOf = compiledOnce((db, value: ValueOf<{ id: string }>) =>
  db
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .selectAll('lessons')
    .select(['modules.courseId', 'lessonContents.content'])
    .where('lessons.id', '=', value('id')),
);

/** Writes all that an edit may change, the same or not, so that the query is always the same. */
const putWords = compiledOnce((db, value: ValueOf<LessonRow>) =>
  db
    .updateTable('lessons')
    .set({
      position: value('position'),
      title: value('title'),
      description: value('description'),
      duration: value('duration'),
      type: value('type'),
      videoUrl: value('videoUrl'),
      videoFileId: value('videoFileId'),
      version: value('version'),
      updatedAt: value('updatedAt'),
    })
    .where('id', '=', value('id')),
);

/** Throws ApiError 400 for HTML that cannot be sanitised in sane time. */
function cleanHtml(html: string): string {
  try {
    return sanitizeLessonHtml(html);
  } catch (error) {
    if (!(error instanceof NestedTooDeepError)) throw error;
    const message = messages.lessonNestedTooDeep;
    throw new ApiError('invalid_input', { message, fields: { content: message } });
  }
}

async function putContent(trx: Trx, lessonId: string, content: string): Promise<void> {
  await trx
    .insertInto('lessonContents')
    .values({ lessonId, content })
    .onConflict((conflict) => conflict.column('lessonId').doUpdateSet({ content }))
    .execute();
}
