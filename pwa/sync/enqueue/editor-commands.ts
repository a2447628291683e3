import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import { removeDraftRow } from '#pwa/store/account/drafts.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import type { CourseCreateArgs } from '#schema/commands/course-commands.ts';
import type { LessonCreateArgs } from '#schema/commands/lesson-commands.ts';
import type { ModuleCreateArgs } from '#schema/commands/module-commands.ts';
import {
  AddCaptionsInput,
  CreateCourseInput,
  CreateLessonInput,
  CreateModuleInput,
  CreateResourceInput,
  UpdateResourceInput,
  VideoUrlInput,
} from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import { codeBatchEntity } from '#schema/entities/code-batch-entity.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { UploadCodesInput } from '#schema/learning/codes.ts';
import { shownCommands } from '../commands/overlay.ts';
import { targetOf } from '../commands/recreate/replacement.ts';
import type { CourseRef, LessonRef } from '../commands/row-refs.ts';
import { readShownCourse } from '../commands/shown-course.ts';
import { afterOwnAcks } from './after-own-acks.ts';
import { listConcerned } from './concerned-rows.ts';
import { planModuleDelete } from './delete-module.ts';
import { parseEdit } from './edit-input.ts';
import { coalesceDelete, coalesceUpdate, isDelete, listApart } from './editor-coalesce.ts';
import { changeEditorQueue, type EditorQueue } from './editor-queue.ts';
import { onStoredVersion } from './on-stored-version.ts';
import { planCommands } from './save-commands.ts';
import type { SavePlan } from './save-plan.ts';

/*
 * The edits of the course editor. When one of these functions resolves, the edit is durable on the device, in
 * one transaction; the network is never waited for. When it rejects, nothing was stored and the screen still
 * has the typed text: with an InputError if the server would refuse the edit as invalid, a StorageFullError
 * if storage is full, a StoreGoneError if the author, the user to whom the editor is shown, is no longer
 * signed in. Ids of new rows are created here.
 */

/** With more edits, reading the whole queue once is faster than looking up the commands of each. */
const LOOKUPS_MAX = 5;

/** A resource as commands name it, with its place. */
export interface ResourceRef extends LessonRef {
  readonly resourceId: string;
  readonly resourceTitle: string;
  /** The version that the user saw; 0 if only an unsent command has created the row. */
  readonly version: number;
}

export type NewCourse = Omit<CourseCreateArgs, 'courseId'>;
export type NewModule = Partial<Omit<ModuleCreateArgs, 'courseId' | 'moduleId'>>;
export type NewLesson = Partial<Omit<LessonCreateArgs, 'courseId' | 'moduleId' | 'lessonId'>>;
export type NewResource = Pick<
  Extract<CommandBody, { kind: 'resource.create' }>['args'],
  'title' | 'type' | 'url'
>;

/**
 * Queues a new course, unpublished. Title, description and instructor are required.
 *
 * @param draftId the draft that it replaces, in the same transaction: a user who sees a failure presses again
 */
export async function enqueueCourseCreate(authorId: string, fields: NewCourse, draftId?: string) {
  const courseId = uuid();
  const { id: _, thumbnail, previewContent = '', ...values } = parseEdit(CreateCourseInput, fields);
  const args = { courseId, ...values, thumbnail: thumbnail || null, previewContent };
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    if (draftId !== undefined) await removeDraftRow(queue.tx, draftId);
    return queue.append({ kind: 'course.create', args });
  });
  return { courseId, commandId };
}

/** Queues a new module, after the others of its course unless a position is given. */
export async function enqueueModuleCreate(
  authorId: string,
  { id: courseId }: Pick<CourseRef, 'id'>,
  fields: NewModule = {},
) {
  const moduleId = uuid();
  const { title, description, position: given } = parseEdit(CreateModuleInput, fields);
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    const course = await showCourse(queue, courseId);
    const position = given ?? positionAfter(course?.modules);
    return queue.append({
      kind: 'module.create',
      args: { courseId, moduleId, title, description, position },
    });
  });
  return { moduleId, commandId };
}

/** Queues a new lesson, after the others of its module unless a position is given. */
export async function enqueueLessonCreate(
  authorId: string,
  { courseId, moduleId }: Pick<LessonRef, 'courseId' | 'moduleId'>,
  fields: NewLesson = {},
) {
  const lessonId = uuid();
  const input = parseEdit(CreateLessonInput, fields);
  const { id: _, video_url: __, position: wanted, videoUrl, ...values } = given(input);
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    const course = await showCourse(queue, courseId);
    const module = course?.modules.find(({ id }) => id === moduleId);
    const position = wanted ?? positionAfter(module?.lessons);
    const row = { ...lessonEntity.defaults, ...values, title: input.title, position };
    return queue.append({
      kind: 'lesson.create',
      args: { courseId, moduleId, lessonId, ...row, videoUrl: videoUrl || null },
    });
  });
  return { lessonId, commandId };
}

/** Queues a new resource, after the others of its lesson. */
export async function enqueueResourceCreate(authorId: string, lesson: LessonRef, fields: NewResource) {
  const resourceId = uuid();
  const { title, type, url } = parseEdit(CreateResourceInput, fields);
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    const shown = await showLesson(queue, lesson);
    const args = {
      ...placeOf(lesson),
      resourceId,
      title,
      type,
      url,
      position: positionAfter(shown?.resources),
    };
    return queue.append({ kind: 'resource.create', args });
  });
  return { resourceId, commandId };
}

/** Queues a deleted resource as a new one (ids are never reused), after the others of its lesson. */
export async function enqueueResourceRestore(
  authorId: string,
  lesson: LessonRef,
  { id: restores, title, type, url }: NewResource & { readonly id: string },
) {
  const resourceId = uuid();
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    const position = positionAfter((await showLesson(queue, lesson))?.resources);
    const args = { ...placeOf(lesson), resourceId, title, type, url, position, restores };
    return queue.append({ kind: 'resource.create', args });
  });
  return { resourceId, commandId };
}

/** Queues captions of a lesson's video, with the whole text of their WebVTT file. */
export async function enqueueCaptions(
  authorId: string,
  lesson: LessonRef,
  fields: Pick<AddCaptionsInput, 'title' | 'captions'>,
) {
  const resourceId = uuid();
  const { title, captions } = parseEdit(AddCaptionsInput, fields);
  const commandId = await changeEditorQueue(authorId, async (queue) => {
    const shown = await showLesson(queue, lesson);
    const content = { type: 'video' as const, url: '', captions };
    const args = {
      ...placeOf(lesson),
      resourceId,
      title,
      ...content,
      position: positionAfter(shown?.resources),
    };
    return queue.append({ kind: 'resource.create', args });
  });
  return { resourceId, commandId };
}

/**
 * Queues another title of a resource. Null if the resource is back to the server's title and nothing is left to send.
 */
export function enqueueResourceRename(
  authorId: string,
  resource: ResourceRef,
  newTitle: string,
): Promise<string | null> {
  const { title = '' } = parseEdit(UpdateResourceInput, { title: newTitle });
  const { resourceId, resourceTitle, version } = resource;
  const ids = { ...placeOf(resource), resourceId, resourceTitle, version };
  const args = { ...ids, base: { title: resourceTitle }, changes: { title } };
  return changeEditorQueue(authorId, (queue) => {
    const body = afterOwnAcks(queue, { kind: 'resource.update', args });
    return queue.apply(coalesceUpdate(queue.unsent, body, null));
  });
}

/** Queues the deletion of a resource; null if the resource was never sent and nothing is left to send. */
export function enqueueResourceDelete(authorId: string, resource: ResourceRef): Promise<string | null> {
  const { resourceId, resourceTitle, version } = resource;
  const args = { ...placeOf(resource), resourceId, resourceTitle, version };
  return changeEditorQueue(authorId, (queue) =>
    queue.apply(coalesceDelete(queue.unsent, afterOwnAcks(queue, { kind: 'resource.delete', args }))),
  );
}

/**
 * Queues a new, non-blank address of a lesson's video. Null if the lesson is back to the server's address and
 * nothing is left to send.
 */
export function enqueueVideoUrl(
  authorId: string,
  lesson: LessonRef,
  address: string,
): Promise<string | null> {
  const { videoUrl = '' } = parseEdit(VideoUrlInput, { videoUrl: address });
  return changeEditorQueue(authorId, async (queue) => {
    const shown = await showLesson(queue, lesson);
    const base = { videoUrl: shown?.videoUrl ?? null };
    const args = { ...placeOf(lesson), version: shown?.version ?? 0, base, videoUrl };
    return queue.apply(coalesceUpdate(queue.unsent, { kind: 'lesson.setVideo', args }, null));
  });
}

/** Queues activation codes as one batch; the server skips codes that the course already has. */
export function enqueueCodes(
  authorId: string,
  course: CourseRef,
  codes: readonly string[],
  batchName?: string,
): Promise<string> {
  const name = batchName?.slice(0, codeBatchEntity.fieldRules.name.max);
  const input = parseEdit(
    UploadCodesInput,
    name === undefined ? { codes: [...codes] } : { codes: [...codes], name },
  );
  const args = { courseId: course.id, courseTitle: course.title, ...input };
  return changeEditorQueue(authorId, (queue) => queue.append({ kind: 'codes.upload', args }));
}

/**
 * Queues a Save Course as one group that succeeds or fails as a whole. The same transaction removes its
 * drafts, so the edits are always stored in exactly one place. `commandIds` are the commands that carry the
 * plan, including waiting creates and edits that it was merged into.
 */
export async function enqueueSave(authorId: string, plan: SavePlan) {
  const bodies = planCommands(plan);
  const groupId = uuid();
  const isRead = !isSmall(bodies);
  const save = async (queue: EditorQueue) => {
    await queue.tx.drafts.bulkDelete([...plan.draftIds]);
    const listUnsentOf = (body: CommandBody) =>
      isRead ? queue.unsent : listConcerned(queue.tx, lessonOf(body));
    const apart = new Set(isRead ? listApart(queue.unsent, bodies) : []);
    if (!isRead && bodies.length > 1)
      for (const body of bodies)
        for (const record of listApart(await listUnsentOf(body), [body])) apart.add(record);
    const ids: string[] = [];
    for (const body of bodies) {
      if (body.kind === 'module.delete') {
        const { lessons, coalesce } = await planModuleDelete(queue, afterOwnAcks(queue, body));
        for (const lesson of lessons) await queue.apply(coalesceDelete(queue.unsent, lesson), { groupId });
        const id = await queue.apply(coalesce(), { groupId });
        if (id !== null) ids.push(id);
        continue;
      }
      const unsent = await listUnsentOf(body);
      const coalesced = isDelete(body)
        ? coalesceDelete(unsent, afterOwnAcks(queue, body))
        : coalesceUpdate(unsent, await onStoredVersion(queue.tx, body, unsent), groupId, apart);
      const id = await queue.apply(coalesced, { groupId });
      if (id !== null) ids.push(id);
    }
    return ids;
  };
  const commandIds = await changeEditorQueue(authorId, save, { isRead });
  return { groupId, commandIds: [...new Set(commandIds)] };
}

/** Edits of a few lessons that stay in their modules: the commands that each may join are looked up, and a long queue is not read. */
function isSmall(bodies: readonly CommandBody[]): boolean {
  const isSmallEdit = (body: CommandBody) => body.kind === 'lesson.update' && targetOf(body) === null;
  return bodies.length <= LOOKUPS_MAX && bodies.every(isSmallEdit);
}

const lessonOf = ({ args }: CommandBody): string => ('lessonId' in args ? args.lessonId : '');

function showCourse({ tx, unsent, unpulled }: EditorQueue, courseId: string) {
  return readShownCourse(tx, [...unpulled, ...shownCommands(unsent)], courseId);
}

async function showLesson(queue: EditorQueue, { courseId, lessonId }: LessonRef) {
  const course = await showCourse(queue, courseId);
  return course?.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId) ?? null;
}

function placeOf({ courseId, moduleId, lessonId, lessonTitle }: LessonRef) {
  return { courseId, moduleId, lessonId, lessonTitle };
}

/** Returns the position after all of these. */
function positionAfter(rows: readonly { readonly position: string }[] = []): string {
  return generateKeyBetween(rows.at(-1)?.position ?? null, null);
}
