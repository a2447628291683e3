import * as v from 'valibot';
import { Captions } from '../courses/captions.ts';
import { Course, CourseStatus, IsTemplate, SharesFiles } from '../courses/course.ts';
import { Lesson } from '../courses/lesson.ts';
import { LessonType } from '../courses/lesson-type.ts';
import { Resource, ResourceType } from '../courses/resource.ts';
import { OutsideUrl, ThumbnailUrl, VideoUrl } from '../courses/web-address.ts';
import { pick } from '../entities/by-name.ts';
import {
  adminCourseFields,
  type CourseFields,
  courseEntity,
  type laterCourseFields,
  type NewCourseFields,
} from '../entities/course-entity.ts';
import type { InputsOf } from '../entities/entity.ts';
import { type LessonFields, lessonEntity } from '../entities/lesson-entity.ts';
import { type ModuleFields, moduleEntity } from '../entities/module-entity.ts';
import { type ResourceFields, resourceEntity } from '../entities/resource-entity.ts';
import { textInputs } from '../entities/text-inputs.ts';
import { Id, Moment } from '../id.ts';
import { CodeStats } from '../learning/codes.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { CopiedQuiz } from '../quizzes/quiz-input.ts';
import { UploadId } from '../sync/upload.ts';
import { filled, Position } from './common-inputs.ts';

const required = ({ max }: { readonly max: number }) => filled(max, adminMessages.courseFieldsMissing);
/** Whole minutes; a value that is not a number becomes 0 (spec map, section 5). */
const Duration = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => {
    const minutes = Math.round(Number(value));
    return Number.isFinite(minutes) ? Math.min(Math.max(minutes, 0), lesson.duration.max) : 0;
  }),
);

const { fieldRules: course } = courseEntity;
const { fieldRules: module } = moduleEntity;
const { fieldRules: lesson } = lessonEntity;

const laterFields = {
  status: CourseStatus,
  isTemplate: IsTemplate,
  publishAt: v.nullable(Moment),
  unpublishAt: v.nullable(Moment),
  lowCodesBelow: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(course.lowCodesBelow.max)),
  sharesFiles: SharesFiles,
} satisfies InputsOf<Pick<CourseFields, (typeof laterCourseFields)[number]>>;
const courseFields = {
  title: required(course.title),
  description: required(course.description),
  instructor: required(course.instructor),
  thumbnail: v.optional(v.nullable(ThumbnailUrl)),
  previewContent: v.optional(textInputs(course).previewContent),
} satisfies InputsOf<v.InferOutput<typeof NewCourseFields>>;
export const CreateCourseInput = v.object(
  { id: v.optional(Id), ...courseFields },
  adminMessages.courseFieldsMissing,
);
export type CreateCourseInput = v.InferOutput<typeof CreateCourseInput>;
/** Mark as Finished sends the whole course (spec map, section 7): fields not listed here are dropped. */
export const UpdateCourseInput = v.object({
  ...v.partial(v.object(courseFields)).entries,
  ...v.partial(v.object(laterFields)).entries,
});
export type UpdateCourseInput = v.InferOutput<typeof UpdateCourseInput>;

/** A copy of a course: the ids of its rows are derived from its own (schema/courses/copied-id.ts). */
export const DuplicateCourseInput = v.object({ id: v.pipe(v.string(), v.uuid()), title: courseFields.title });
export type DuplicateCourseInput = v.InferOutput<typeof DuplicateCourseInput>;

const moduleFields = {
  ...textInputs(module),
  title: filled(module.title.max),
  position: Position,
} satisfies InputsOf<ModuleFields>;
export const CreateModuleInput = v.object({
  id: v.optional(Id),
  title: v.optional(moduleFields.title, 'New Module'),
  description: v.optional(moduleFields.description, ''),
  position: v.optional(Position),
});
export type CreateModuleInput = v.InferOutput<typeof CreateModuleInput>;
export const UpdateModuleInput = v.partial(v.object(moduleFields));
export type UpdateModuleInput = v.InferOutput<typeof UpdateModuleInput>;

const lessonFields = {
  ...textInputs(lesson),
  title: filled(lesson.title.max),
  duration: Duration,
  type: LessonType,
  position: Position,
  /** Another module of the course, into which the lesson is moved. */
  moduleId: Id,
} satisfies InputsOf<Omit<LessonFields, 'videoUrl'>>;
/**
 * Bodies contain `videoUrl` or `video_url` (spec map, section 7); null or an empty text removes the video.
 */
const videoFields = {
  videoUrl: v.optional(v.nullable(VideoUrl)),
  video_url: v.optional(v.nullable(VideoUrl)),
};
export const CreateLessonInput = v.object({
  id: v.optional(Id),
  ...v.partial(v.omit(v.object(lessonFields), ['moduleId'])).entries,
  title: v.optional(lessonFields.title, 'New Lesson'),
  ...videoFields,
  /** The deletion of a lesson in the history, whose resources and uploaded video the new lesson gets. */
  restores: v.optional(Id),
  /** A lesson of the course, copies of whose resources and uploaded video the new lesson gets. */
  copies: v.optional(Id),
});
export type CreateLessonInput = v.InferOutput<typeof CreateLessonInput>;
export const UpdateLessonInput = v.object({ ...v.partial(v.object(lessonFields)).entries, ...videoFields });
export type UpdateLessonInput = v.InferOutput<typeof UpdateLessonInput>;

/** A blank URL is rejected here: a video is removed by an edit of the lesson itself (spec map, section 5). */
export const VideoUrlInput = v.pipe(
  v.object({ videoUrl: v.optional(VideoUrl), video_url: v.optional(VideoUrl) }),
  v.forward(
    v.check((input) => (input.videoUrl ?? input.video_url ?? '') !== '', adminMessages.videoUrlMissing),
    ['videoUrl'],
  ),
);
export type VideoUrlInput = v.InferOutput<typeof VideoUrlInput>;

const ResourceTitle = filled(resourceEntity.fieldRules.title.max);

export const CreateResourceInput = v.object({
  id: v.optional(Id),
  title: ResourceTitle,
  type: ResourceType,
  url: OutsideUrl,
  position: v.optional(Position),
});
export type CreateResourceInput = v.InferOutput<typeof CreateResourceInput>;

export const UpdateResourceInput = v.partial(
  v.object({ title: ResourceTitle } satisfies InputsOf<ResourceFields>),
);
export type UpdateResourceInput = v.InferOutput<typeof UpdateResourceInput>;

/** A deleted resource as a new one: `restores` is its deletion in the history, which has everything else. */
export const RestoreResourceInput = v.object({
  id: v.optional(Id),
  restores: Id,
  position: v.optional(Position),
});
export type RestoreResourceInput = v.InferOutput<typeof RestoreResourceInput>;

const importedLesson = v.object({
  ...v.partial(v.omit(v.object(lessonFields), ['content', 'moduleId'])).entries,
  title: lessonFields.title,
  position: Position,
  videoUrl: v.optional(v.nullable(VideoUrl)),
  resources: v.array(
    v.object({ title: ResourceTitle, type: ResourceType, url: OutsideUrl, position: Position }),
  ),
});
const importedModule = v.object({
  ...v.partial(v.object(moduleFields)).entries,
  title: moduleFields.title,
  position: Position,
  lessons: v.array(importedLesson),
});
/** The HTML of a lesson and its quizzes, which are checked whole as an edit of each is. */
const importedText = v.object({
  lessonId: Id,
  content: lessonFields.content,
  quizzes: v.optional(v.array(CopiedQuiz), []),
});
/** A course with everything in it but files. The ids of its rows are by their places (schema/courses/imported-id.ts). */
export const ImportCourseInput = v.object({
  id: v.pipe(v.string(), v.uuid()),
  ...courseFields,
  modules: v.array(importedModule),
  /** A lesson without has no text and no quizzes. */
  texts: v.optional(v.array(importedText), []),
});
export type ImportCourseInput = v.InferOutput<typeof ImportCourseInput>;

/** Captions of a lesson's video, as full text; they become a resource whose file is WebVTT. */
export const AddCaptionsInput = v.object({
  id: v.optional(Id),
  title: ResourceTitle,
  captions: Captions,
  position: v.optional(Position),
});
export type AddCaptionsInput = v.InferOutput<typeof AddCaptionsInput>;

/** A finished upload (kind `file`) that becomes a resource; `name` is its file name for downloads. */
export const AttachResourceInput = v.object({
  id: v.optional(Id),
  title: ResourceTitle,
  type: ResourceType,
  name: filled(300),
  uploadId: UploadId,
  position: v.optional(Position),
});
export type AttachResourceInput = v.InferOutput<typeof AttachResourceInput>;

/** A finished upload (kind `file`) that replaces the file of a resource, which has the same kind. */
export const ReplaceFileInput = v.pick(AttachResourceInput, ['name', 'uploadId']);

/** Rows as returned to admins, with the fields that an edit needs. */
const rowFields = { version: v.number(), position: v.string() };
export const AdminResource = v.object({ ...Resource.entries, ...rowFields });
export type AdminResource = v.InferOutput<typeof AdminResource>;
export const AdminLesson = v.object({
  ...Lesson.entries,
  ...rowFields,
  /** Only of a lesson that is not listed in its module. */
  moduleId: v.optional(Id),
  resources: v.array(AdminResource),
});
export type AdminLesson = v.InferOutput<typeof AdminLesson>;
export const AdminModule = v.object({
  id: Id,
  ...moduleEntity.fields,
  ...rowFields,
  lessons: v.array(AdminLesson),
});
export type AdminModule = v.InferOutput<typeof AdminModule>;
/** `activationCodes`: the unused ones, oldest first. */
export const AdminCourse = v.object({
  ...Course.entries,
  ...pick(courseEntity.fields, ['isTemplate', 'sharesFiles', ...adminCourseFields]),
  modules: v.array(AdminModule),
  activationCodes: v.array(v.string()),
  codeStats: CodeStats,
});
export type AdminCourse = v.InferOutput<typeof AdminCourse>;

/*
 * Rows in the minimal reply to an edit (`Prefer: return=minimal`): a row's own fields. Other rows are omitted,
 * and so is HTML that is stored as it was sent.
 */
export const EditedLesson = v.object({
  ...AdminLesson.entries,
  content: v.optional(AdminLesson.entries.content),
});
export type EditedLesson = v.InferOutput<typeof EditedLesson>;
export const EditedModule = v.object({
  ...AdminModule.entries,
  lessons: v.optional(AdminModule.entries.lessons),
});
const { modules, activationCodes, codeStats, enrollmentCount, ...ownCourseFields } = AdminCourse.entries;
export const EditedCourse = v.object({
  ...ownCourseFields,
  ...v.partial(v.object({ modules, activationCodes, codeStats, enrollmentCount })).entries,
});
export type EditedCourse = v.InferOutput<typeof EditedCourse>;
