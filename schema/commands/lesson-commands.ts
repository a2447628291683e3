import * as v from 'valibot';
import { given } from '../editor/given.ts';
import { editorEndpoints as endpoints } from '../endpoints/editor-endpoints.ts';
import { uploadEndpoints } from '../endpoints/upload-endpoints.ts';
import { LessonFields, lessonEntity } from '../entities/lesson-entity.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { messages } from '../messages/messages.ts';
import { onlyByDecision } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { describeFieldEdit } from './define/describe-field-edit.ts';
import {
  besideRow,
  fieldEdit,
  inCourse,
  ofLesson,
  onRow,
  requestTo,
  rowsOf,
  seenVersion,
  uploaded,
  versionArgs,
} from './define/editor-command.ts';

export const createLesson = defineCommand(
  'lesson.create',
  v.object({
    ...inCourse,
    ...lessonEntity.fields,
    moduleId: Id,
    lessonId: Id,
    /** The deletion in the history that it undoes. */
    restores: v.optional(Id),
    /** The lesson that it duplicates. */
    copies: v.optional(Id),
  }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { courseId: _, moduleId, lessonId: id, ...fields } }) =>
      requestTo(endpoints.createLesson, { moduleId }, { body: { id, ...fields } }),
    sentence: ({ title }) => `Add lesson “${title}”`,
    failure: adminMessages.lessonAddFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(LessonFields, changes)) },
      rest: null,
    }),
    rejectedText: ({ courseId, moduleId: _, lessonId, restores: __, copies: ___, ...fields }) => ({
      ...{ courseId, entity: 'lesson', entityId: lessonId, entityTitle: fields.title },
      fields,
    }),
  },
);
export type LessonCreateArgs = v.InferOutput<typeof createLesson.args>;

export const updateLesson = defineCommand(
  'lesson.update',
  v.object({ ...ofLesson, ...versionArgs, base: LessonFields, changes: LessonFields }),
  {
    ...onRow({ draft: 'fields' }),
    rows: ({ changes: { moduleId: target }, ...ids }) => withTarget(rowsOf(ids), target),
    request: ({ args: { lessonId, version, changes } }) =>
      requestTo(endpoints.updateLesson, { lessonId }, { body: changes, version }),
    sentence: ({ lessonTitle, changes }) => describeFieldEdit(lessonEntity, lessonTitle, changes),
    failure: messages.changesFailed,
    effect: 'edit',
    entity: lessonEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(LessonFields, values)),
    rejectedText: ({ courseId, lessonId, lessonTitle, changes }) => ({
      ...{ courseId, entity: 'lesson', entityId: lessonId, entityTitle: lessonTitle },
      fields: changes,
    }),
  },
);

/** A move waits for the create of the module that it moves into, and that module's deletion for the move. */
const withTarget = (rows: readonly string[], moduleId: string | undefined): string[] => [
  ...rows.slice(0, -1),
  ...(moduleId === undefined ? [] : [`module/${moduleId}`]),
  ...rows.slice(-1),
];

export const deleteLesson = defineCommand('lesson.delete', v.object({ ...ofLesson, ...versionArgs }), {
  ...onRow({ draft: 'deletion' }),
  request: ({ args: { lessonId, version } }) => requestTo(endpoints.deleteLesson, { lessonId }, { version }),
  sentence: ({ lessonTitle }) => `Delete lesson “${lessonTitle}”`,
  failure: messages.changesFailed,
  effect: 'delete',
  afterRestore: onlyByDecision,
  entity: lessonEntity,
  affectsSubtree: () => true,
  seen: seenVersion,
});

const VideoBase = v.object({ videoUrl: v.nullable(v.string()) });
const VideoChange = v.object({ videoUrl: v.string(adminMessages.videoUrlMissing) });

/** Sets a typed video URL of the lesson; it is sent at once and never blank (spec map, section 5). */
export const setLessonVideo = defineCommand(
  'lesson.setVideo',
  v.object({ ...ofLesson, ...versionArgs, base: VideoBase, videoUrl: v.string() }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { lessonId, version, videoUrl } }) =>
      requestTo(endpoints.setVideoUrl, { lessonId }, { body: { videoUrl }, version }),
    sentence: ({ lessonTitle }) => `Change the video of lesson “${lessonTitle}”`,
    failure: adminMessages.videoUrlFailed,
    effect: 'edit',
    entity: lessonEntity,
    seen: seenVersion,
    edit: {
      base: ({ base }) => base,
      changes: ({ videoUrl }) => ({ videoUrl }),
      rewrite: (args, { version, base, fields }) => ({
        ...args,
        version,
        base: v.parse(VideoBase, base),
        ...v.parse(VideoChange, fields),
      }),
    },
    rejectedText: ({ courseId, lessonId, lessonTitle, videoUrl }) => ({
      ...{ courseId, entity: 'lesson', entityId: lessonId, entityTitle: lessonTitle },
      fields: { videoUrl },
    }),
  },
);

/** An upload that takes an hour blocks no other command of its lesson. */
export const attachVideo = defineCommand('lesson.attachVideo', v.object({ ...ofLesson, ...uploaded }), {
  ...besideRow,
  request: ({ args: { lessonId, uploadId } }) =>
    requestTo(uploadEndpoints.attachVideo, { lessonId }, { body: { uploadId } }),
  sentence: ({ lessonTitle, fileName }) => `Upload “${fileName}” as the video of lesson “${lessonTitle}”`,
  failure: adminMessages.videoUploadFailed,
});
export type VideoAttachArgs = v.InferOutput<typeof attachVideo.args>;
