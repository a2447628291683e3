import { v7 as uuid } from 'uuid';
import { relinkCopy } from '#interchange/course-file/relink-copy.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { copiedId } from '#schema/courses/copied-id.ts';
import { DuplicateCourseInput } from '#schema/editor/editor.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { overlayContent, shownCommands } from '../commands/overlay.ts';
import { readShownCourse } from '../commands/shown-course.ts';
import { parseEdit } from './edit-input.ts';
import { changeEditorQueue, type EditorQueue } from './editor-queue.ts';

/**
 * Queues a copy of a course as this device shows it, and returns the copy's id. The copy can be opened and edited at
 * once. The texts that the device has are stored for it; the others come with the next pull.
 *
 * @throws {Error} a sentence for users: the course is not on this device
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueCourseDuplicate(
  authorId: string,
  fromCourseId: string,
  wantedTitle: string,
): Promise<string> {
  const { id: courseId, title } = parseEdit(DuplicateCourseInput, { id: uuid(), title: wantedTitle });
  await changeEditorQueue(authorId, async (queue) => {
    const commands = [...queue.unpulled, ...shownCommands(queue.unsent)];
    const source = await readShownCourse(queue.tx, commands, fromCourseId);
    if (source === null) throw new UserFacingError(messages.courseNotFound);
    await copyContents(queue, source, courseId);
    const { description, instructor, thumbnail, previewContent } = source;
    const fields = { title, description, instructor, thumbnail, previewContent };
    const modules = copyModules(source, courseId);
    const args = { courseId, fromCourseId, fromTitle: source.title, ...fields, modules };
    return queue.append({ kind: 'course.duplicate', args });
  });
  return courseId;
}

/** The rows as the server will make them: the version of each is 1. */
function copyModules({ modules }: AdminCourseOutline, courseId: string): AdminCourseOutline['modules'] {
  const copy = <Row extends { readonly id: string }>(row: Row) => ({
    ...row,
    id: copiedId(courseId, row.id),
    version: 1,
  });
  return modules.map((module) => ({
    ...copy(module),
    lessons: module.lessons.map((lesson) => ({ ...copy(lesson), resources: lesson.resources.map(copy) })),
  }));
}

async function copyContents(
  { tx, unsent, unpulled }: EditorQueue,
  source: AdminCourseOutline,
  courseId: string,
) {
  const commands = [...unpulled, ...shownCommands(unsent)];
  for (const { id } of source.modules.flatMap(({ lessons }) => lessons)) {
    const stored = await findAdminContent(tx, id);
    const html = overlayContent(stored, id, commands);
    if (html === null) continue;
    const content = relinkCopy(html, { fromCourseId: source.id, courseId });
    const row = { lessonId: copiedId(courseId, id), courseId, content, v: FORMAT_VERSION };
    await tx.lessonContents.put(row);
  }
}
