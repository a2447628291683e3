import * as v from 'valibot';
import { UploadCodesInput } from './codes.ts';
import { CourseStatus } from './course.ts';
import { Id } from './id.ts';
import { LessonType } from './lesson.ts';
import { ResourceType } from './resource.ts';

/*
 * The queued edits of the course editor (contract, section 6). Rows are made on the device under ids of its
 * own, so a lesson can be added to a module that the server has not heard of. An edit names the version
 * it was made on and carries `base`, the values it saw of the fields that it changes: what somebody else
 * did meanwhile is merged field by field.
 */

/** What an edit of a course may change. */
export const CourseFields = v.partial(
  v.object({
    title: v.string(),
    description: v.string(),
    instructor: v.string(),
    thumbnail: v.nullable(v.string()),
    previewContent: v.string(),
    status: CourseStatus,
  }),
);
export type CourseFields = v.InferOutput<typeof CourseFields>;

export const ModuleFields = v.partial(
  v.object({ title: v.string(), description: v.string(), position: v.string() }),
);
export type ModuleFields = v.InferOutput<typeof ModuleFields>;

/** `content` is HTML, `duration` in whole minutes, `position` a fractional key among its neighbours'. */
export const LessonFields = v.partial(
  v.object({
    title: v.string(),
    description: v.string(),
    content: v.string(),
    duration: v.number(),
    type: LessonType,
    videoUrl: v.nullable(v.string()),
    position: v.string(),
  }),
);
export type LessonFields = v.InferOutput<typeof LessonFields>;

/** Where a row lies, and what it is called in sentences. */
const inCourse = { courseId: Id };
const course = { courseId: Id, courseTitle: v.string() };
const module = { ...inCourse, moduleId: Id, moduleTitle: v.string() };
const lesson = { ...inCourse, moduleId: Id, lessonId: Id, lessonTitle: v.string() };
/** The version that the edit was made on; it is sent as If-Match. */
const seen = { version: v.number() };

export const CourseCreateArgs = v.object({
  ...inCourse,
  title: v.string(),
  description: v.string(),
  instructor: v.string(),
  thumbnail: v.nullable(v.string()),
  previewContent: v.string(),
});
export type CourseCreateArgs = v.InferOutput<typeof CourseCreateArgs>;
export const CourseUpdateArgs = v.object({ ...course, ...seen, base: CourseFields, changes: CourseFields });
export type CourseUpdateArgs = v.InferOutput<typeof CourseUpdateArgs>;

export const ModuleCreateArgs = v.object({
  ...inCourse,
  moduleId: Id,
  title: v.string(),
  description: v.string(),
  position: v.string(),
});
export type ModuleCreateArgs = v.InferOutput<typeof ModuleCreateArgs>;
export const ModuleUpdateArgs = v.object({ ...module, ...seen, base: ModuleFields, changes: ModuleFields });
export type ModuleUpdateArgs = v.InferOutput<typeof ModuleUpdateArgs>;
export const ModuleDeleteArgs = v.object({ ...module, ...seen });
export type ModuleDeleteArgs = v.InferOutput<typeof ModuleDeleteArgs>;

export const LessonCreateArgs = v.object({
  ...inCourse,
  moduleId: Id,
  lessonId: Id,
  title: v.string(),
  description: v.string(),
  content: v.string(),
  duration: v.number(),
  type: LessonType,
  videoUrl: v.nullable(v.string()),
  position: v.string(),
});
export type LessonCreateArgs = v.InferOutput<typeof LessonCreateArgs>;
export const LessonUpdateArgs = v.object({ ...lesson, ...seen, base: LessonFields, changes: LessonFields });
export type LessonUpdateArgs = v.InferOutput<typeof LessonUpdateArgs>;
export const LessonDeleteArgs = v.object({ ...lesson, ...seen });
export type LessonDeleteArgs = v.InferOutput<typeof LessonDeleteArgs>;
/** An address typed into the lesson, sent at once (section 5): never blank. */
export const LessonVideoArgs = v.object({
  ...lesson,
  ...seen,
  base: v.object({ videoUrl: v.nullable(v.string()) }),
  videoUrl: v.string(),
});
export type LessonVideoArgs = v.InferOutput<typeof LessonVideoArgs>;

export const ResourceCreateArgs = v.object({
  ...lesson,
  resourceId: Id,
  title: v.string(),
  type: ResourceType,
  /** Empty where the resource is captions. */
  url: v.string(),
  position: v.string(),
  /** The text of a WebVTT file, which becomes a file of our own. */
  captions: v.optional(v.string()),
});
export type ResourceCreateArgs = v.InferOutput<typeof ResourceCreateArgs>;
export const ResourceDeleteArgs = v.object({ ...lesson, ...seen, resourceId: Id, resourceTitle: v.string() });
export type ResourceDeleteArgs = v.InferOutput<typeof ResourceDeleteArgs>;

export const CodesUploadArgs = v.object({ ...course, ...UploadCodesInput.entries });
export type CodesUploadArgs = v.InferOutput<typeof CodesUploadArgs>;

/** A file whose bytes wait on the device or have already gone up in pieces; the command puts it in its place. */
const upload = { uploadId: Id, fileName: v.string(), sizeBytes: v.number() };
export const VideoAttachArgs = v.object({ ...lesson, ...upload });
export type VideoAttachArgs = v.InferOutput<typeof VideoAttachArgs>;
export const ThumbnailAttachArgs = v.object({ ...course, ...upload });
export type ThumbnailAttachArgs = v.InferOutput<typeof ThumbnailAttachArgs>;

/**
 * The text that was not taken when two people changed the same field, or a resource whose lesson somebody
 * deleted: it goes into the history.
 */
export const KeepAsideArgs = v.object({
  ...inCourse,
  entity: v.picklist(['course', 'module', 'lesson', 'resource']),
  entityId: Id,
  entityTitle: v.string(),
  fields: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
});
export type KeepAsideArgs = v.InferOutput<typeof KeepAsideArgs>;
