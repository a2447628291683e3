import { generateKeyBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import { listEffective, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { UploadRow, UploadState } from '#pwa/store/database/upload-rows.ts';
import type { ThumbnailAttachArgs } from '#schema/commands/course-commands.ts';
import type { VideoAttachArgs } from '#schema/commands/lesson-commands.ts';
import { resourceEntity } from '#schema/entities/resource-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { shownCommands } from '../commands/overlay.ts';
import type { CourseRef, LessonRef } from '../commands/row-refs.ts';
import { readShownCourse } from '../commands/shown-course.ts';
import { uploadIdOf } from '../outbox/held.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { isOpen } from '../outbox/outbox-rows.ts';
import { type ChosenFile, readFile } from './chosen-file.ts';

/*
 * A chosen file is stored on the device: its bytes and the command that will attach it, in one transaction,
 * before anything is sent. `uploads.ts` sends it. The command is held until the server has all bytes; after
 * its ack the bytes are removed from the device.
 */

/** A file stored on the device, and its command for `findCommand`. */
export interface StoredUpload {
  readonly uploadId: string;
  readonly commandId: string;
}

/**
 * Stores a video for a lesson and sends it when possible. It replaces an earlier one for the lesson that is
 * not attached yet.
 *
 * @throws {Error} a sentence for users: not a video, too large, empty or unreadable
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function storeVideo(authorId: string, lesson: LessonRef, file: File): Promise<StoredUpload> {
  const chosen = await readFile('video', file);
  const { courseId, lessonId } = lesson;
  return storeUpload(
    authorId,
    chosen,
    { courseId, lessonId, state: 'waiting' },
    (tx, { uploadId, fileName, sizeBytes }) => {
      const { moduleId, lessonTitle } = lesson;
      const args = { courseId, moduleId, lessonId, lessonTitle, uploadId, fileName, sizeBytes };
      return appendCommand(tx, (envelope) => ({
        ...envelope,
        kind: 'lesson.attachVideo',
        args: args satisfies VideoAttachArgs,
      }));
    },
  );
}

/**
 * Stores a PDF or a video as a new resource of a lesson, after the others, and sends it when possible. The name of the
 * file is its title.
 *
 * @throws as `storeVideo`
 */
export async function storeResourceFile(
  authorId: string,
  lesson: LessonRef,
  file: File,
): Promise<StoredUpload> {
  const { chosen, type } = await readResourceFile(file);
  const { courseId, moduleId, lessonId, lessonTitle } = lesson;
  return storeUpload(
    authorId,
    chosen,
    { courseId, lessonId, state: 'waiting' },
    async (tx, { uploadId, fileName, sizeBytes }) => {
      const commands = shownCommands(await listEffective(tx));
      const course = await readShownCourse(tx, commands, courseId);
      const lessons = course?.modules.flatMap((module) => module.lessons);
      const last = lessons?.find(({ id }) => id === lessonId)?.resources.at(-1);
      const position = generateKeyBetween(last?.position ?? null, null);
      const ids = { courseId, moduleId, lessonId, lessonTitle, resourceId: uuid(), uploadId };
      const args = { ...ids, title: titleOf(fileName), type, position, fileName, sizeBytes } as const;
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'resource.attach', args }));
    },
  );
}

/**
 * Stores a file that replaces that of a resource, and sends it when possible. It replaces an earlier one for the resource
 * that is not attached yet.
 *
 * @param kind of the file that the resource has
 * @throws as `storeVideo`, and if the file is of another kind
 */
export async function storeReplacement(
  authorId: string,
  { courseId, moduleId, lessonId, lessonTitle, resourceId, resourceTitle }: ReplacedResource,
  kind: FileKind,
  file: File,
): Promise<StoredUpload> {
  const { chosen, type } = await readResourceFile(file);
  if (type !== kind)
    throw new UserFacingError(kind === 'pdf' ? adminMessages.fileNotPdf : adminMessages.fileNotVideo);
  return storeUpload(
    authorId,
    chosen,
    { courseId, lessonId, resourceId, state: 'waiting' },
    (tx, { uploadId, fileName, sizeBytes }) => {
      const ids = { courseId, moduleId, lessonId, lessonTitle, resourceId, resourceTitle, uploadId };
      const args = { ...ids, fileName, sizeBytes };
      return appendCommand(tx, (envelope) => ({ ...envelope, kind: 'resource.replaceFile', args }));
    },
  );
}

export type FileKind = 'pdf' | 'video';

interface ReplacedResource extends LessonRef {
  readonly resourceId: string;
  readonly resourceTitle: string;
}

async function readResourceFile(
  file: File,
): Promise<{ readonly chosen: ChosenFile; readonly type: FileKind }> {
  const chosen = await readFile('file', file);
  const type = (await isPdf(chosen.bytes)) ? 'pdf' : 'video';
  if (type === 'video' && /pdf$/i.test(chosen.contentType || chosen.fileName))
    throw new UserFacingError(adminMessages.resourceFileOther);
  return { chosen, type };
}

const isPdf = async (bytes: Blob): Promise<boolean> => (await bytes.slice(0, 5).text()) === '%PDF-';

const titleOf = (fileName: string): string =>
  (fileName.replace(/\.\w{1,5}$/, '').trim() || fileName).slice(0, resourceEntity.fieldRules.title.max);

/**
 * Stores an image until its course is saved (spec map, section 4), so a crash does not lose it. It replaces
 * one that was chosen before and still waits.
 *
 * @param courseId the course's, or the placeholder of one that is not saved yet
 * @returns the upload's id
 * @throws as `storeVideo`
 */
export async function holdThumbnail(authorId: string, courseId: string, file: File): Promise<string> {
  const chosen = await readFile('thumbnail', file);
  const { uploadId } = await storeUpload(
    authorId,
    chosen,
    { courseId, lessonId: null, state: 'held' },
    async () => '',
  );
  return uploadId;
}

/**
 * Releases the held image of a course that was just saved. Null if none is held.
 *
 * @param heldFor the placeholder under which it was held, for a course that was created only now
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export function releaseThumbnail(
  authorId: string,
  course: CourseRef,
  heldFor: string = course.id,
): Promise<StoredUpload | null> {
  return changeOutbox(authorId, (store) =>
    write(store, [store.uploads, store.uploadBytes, store.outbox], async (tx) => {
      const rows = await tx.uploads.toArray();
      const held = rows.find((row) => row.state === 'held' && row.courseId === heldFor);
      if (held === undefined) return null;
      const { uploadId, fileName, sizeBytes } = held;
      const released = { ...held, courseId: course.id, state: 'waiting' } satisfies UploadRow;
      const unsent = await listUnsent(tx);
      const superseded = findSuperseded(rows, unsent, released);
      await removeSuperseded(tx, superseded);
      await tx.uploads.put(released);
      const args = { courseId: course.id, courseTitle: course.title, uploadId, fileName, sizeBytes };
      const commandId = await appendCommand(tx, (envelope) => ({
        ...envelope,
        kind: 'course.attachThumbnail',
        args: args satisfies ThumbnailAttachArgs,
      }));
      return { uploadId, commandId };
    }),
  );
}

interface UploadTarget {
  readonly courseId: string;
  readonly lessonId: string | null;
  readonly resourceId?: string;
  readonly state: UploadState;
}

const tablesOf = (store: PrivateStore) => [
  ...[store.uploads, store.uploadBytes, store.outbox, store.state],
  ...adminOutlineTables(store),
];

function storeUpload(
  authorId: string,
  { bytes, ...chosen }: ChosenFile,
  target: UploadTarget,
  queue: (tx: Tx, row: UploadRow) => Promise<string>,
): Promise<StoredUpload> {
  const at = new Date().toISOString();
  const row: UploadRow = {
    ...chosen,
    ...target,
    ...{ uploadId: uuid(), sentBytes: 0, problem: null, attempts: 0, nextAttemptAt: null, restarts: 0 },
    ...{ createdAt: at, touchedAt: at, v: FORMAT_VERSION },
  };
  return changeOutbox(authorId, (store) =>
    write(store, tablesOf(store), async (tx) => {
      const unsent = await listUnsent(tx);
      const superseded = findSuperseded(await tx.uploads.toArray(), unsent, row);
      await removeSuperseded(tx, superseded);
      await tx.uploads.put(row);
      await tx.uploadBytes.put({ uploadId: row.uploadId, bytes });
      return { uploadId: row.uploadId, commandId: await queue(tx, row) };
    }),
  );
}

interface Superseded {
  readonly uploadIds: string[];
  readonly orders: number[];
}

/**
 * The uploads that a file replaces, unless it is a resource of its own: others held for the same target or on their way
 * to it. One whose command has already been sent continues, before the new one.
 */
function findSuperseded(
  uploads: readonly UploadRow[],
  unsent: readonly OutboxRow[],
  row: UploadRow,
): Superseded {
  const candidates = uploads.filter(
    ({ kind, courseId, lessonId, resourceId, state, uploadId }) =>
      kind === row.kind &&
      (kind !== 'file' || resourceId !== undefined) &&
      resourceId === row.resourceId &&
      courseId === row.courseId &&
      lessonId === row.lessonId &&
      (state === 'held') === (row.state === 'held') &&
      uploadId !== row.uploadId,
  );
  const commands = new Map(unsent.map((one) => [uploadIdOf(one.command), one]));
  const superseded = candidates.flatMap(({ uploadId }) => {
    const command = commands.get(uploadId);
    const hasLeft = command !== undefined && !isOpen(command) && command.state !== 'refused';
    return hasLeft ? [] : [{ uploadId, command }];
  });
  return {
    uploadIds: superseded.map(({ uploadId }) => uploadId),
    orders: superseded.flatMap(({ command }) => command?.order ?? []),
  };
}

async function removeSuperseded(tx: Tx, { uploadIds, orders }: Superseded): Promise<void> {
  await tx.outbox.bulkDelete(orders);
  await tx.uploads.bulkDelete(uploadIds);
  await tx.uploadBytes.bulkDelete(uploadIds);
}
