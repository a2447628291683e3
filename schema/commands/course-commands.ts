import * as v from 'valibot';
import { CourseStatus } from '../courses/course.ts';
import { AdminLesson, AdminModule } from '../editor/editor.ts';
import { given } from '../editor/given.ts';
import { editorEndpoints as endpoints } from '../endpoints/editor-endpoints.ts';
import { uploadEndpoints } from '../endpoints/upload-endpoints.ts';
import { pick } from '../entities/by-name.ts';
import { CourseFields, courseEntity, laterCourseFields, NewCourseFields } from '../entities/course-entity.ts';
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
  ofCourse,
  onRow,
  requestTo,
  seenCourseVersion,
  seenVersion,
  uploaded,
  versionArgs,
} from './define/editor-command.ts';

const newCourseFields = NewCourseFields.entries;
/** The device gives this reply itself when the texts of an import are lost. */
const GONE = 410;

/** Creates a course, always unpublished, under an id made by the device. */
export const createCourse = defineCommand('course.create', v.object({ ...inCourse, ...newCourseFields }), {
  ...onRow({ draft: null }),
  request: ({ args: { courseId: id, ...fields } }) =>
    requestTo(endpoints.createCourse, {}, { body: { id, ...fields } }),
  sentence: ({ title }) => `Create course “${title}”`,
  failure: adminMessages.courseSaveFailed,
  effect: 'create',
  coalesceEdit: (args, changes) => {
    const fields = given(v.parse(CourseFields, changes));
    const names = laterCourseFields.filter(
      (name) => fields[name] !== undefined && fields[name] !== courseEntity.defaults[name],
    );
    const rest = { version: 1, base: pick(courseEntity.defaults, names), fields: pick(fields, names) };
    const own = v.parse(v.partial(NewCourseFields), fields);
    return { args: { ...args, ...given(own) }, rest: names.length === 0 ? null : rest };
  },
});
export type CourseCreateArgs = v.InferOutput<typeof createCourse.args>;

/** Modules, lessons and resources of a course, as a device shows it until the server has made it. */
const ShownModules = v.array(
  v.object({
    ...v.omit(AdminModule, ['lessons']).entries,
    lessons: v.array(v.omit(AdminLesson, ['content'])),
  }),
);

/**
 * Creates an unpublished copy of a course, without its codes and learners; files are shared. `courseId` is the
 * copy's; `modules` have the ids of the copy and are not sent.
 */
export const duplicateCourse = defineCommand(
  'course.duplicate',
  v.object({
    ...inCourse,
    fromCourseId: Id,
    fromTitle: v.string(),
    ...newCourseFields,
    modules: ShownModules,
  }),
  {
    ...onRow({ draft: null }),
    screen: () => ({ name: 'workspace' }),
    request: ({ args: { courseId: id, fromCourseId, title } }) =>
      requestTo(endpoints.duplicateCourse, { courseId: fromCourseId }, { body: { id, title } }),
    sentence: ({ fromTitle, title }) => `Create course “${title}” as a copy of “${fromTitle}”`,
    failure: adminMessages.courseSaveFailed,
    effect: 'create',
    // Its source is sent first.
    rows: ({ courseId, fromCourseId }) => [`course/${fromCourseId}`, `course/${courseId}`],
  },
);

/**
 * Creates a course from a file, with its modules, lessons and links. Its texts are stored apart and sent with it
 * (pwa/sync/outbox/import-lines.ts); its files follow, each with its own command.
 */
export const importCourse = defineCommand(
  'course.import',
  v.object({
    ...inCourse,
    ...newCourseFields,
    modules: ShownModules,
    /** The length of its texts together. */
    textCharacters: v.number(),
  }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { courseId: id, textCharacters: _, ...fields } }) =>
      requestTo(endpoints.importCourse, {}, { body: { id, ...fields } }),
    sentence: ({ title }) => `Import course “${title}”`,
    failure: adminMessages.courseSaveFailed,
    refusals: { [GONE]: adminMessages.importLost },
    effect: 'create',
  },
);
export type CourseImportArgs = v.InferOutput<typeof importCourse.args>;

export const updateCourse = defineCommand(
  'course.update',
  v.object({ ...ofCourse, ...versionArgs, base: CourseFields, changes: CourseFields }),
  {
    ...onRow({ draft: 'fields' }),
    request: ({ args: { courseId, version, changes } }) =>
      requestTo(endpoints.updateCourse, { courseId }, { body: changes, version }),
    sentence: ({ courseTitle, changes }) => describeUpdate(courseTitle, changes),
    failure: adminMessages.courseSaveFailed,
    effect: 'edit',
    entity: courseEntity,
    // Publishing validates the whole course.
    affectsSubtree: ({ changes }) => changes.status !== undefined,
    afterRestore: ({ changes }) => (decidesVisibility(changes) ? 'onlyByDecision' : 'unlessDiscarded'),
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(CourseFields, values)),
    rejectedText: ({ courseId, courseTitle, changes }) => ({
      ...{ courseId, entity: 'course', entityId: courseId, entityTitle: courseTitle },
      fields: changes,
    }),
  },
);

/** A course and its version as the admin saw it: an edit by another admin since then is a conflict. */
const seenCourse = { ...ofCourse, courseVersion: v.number() };

/**
 * Publishes or unpublishes a course from the workspace. `isFinish`: by "Mark as Finished", which saves the
 * status `unpublished` (spec map, section 4).
 */
export const setCourseStatus = defineCommand(
  'course.setStatus',
  v.object({ ...seenCourse, status: CourseStatus, isFinish: v.optional(v.boolean(), false) }),
  {
    ...onRow({ draft: null }),
    screen: () => ({ name: 'workspace' }),
    request: ({ args: { courseId, courseVersion, status } }) =>
      requestTo(endpoints.updateCourse, { courseId }, { body: { status }, version: courseVersion }),
    sentence: ({ courseTitle, status, isFinish }) => {
      if (isFinish) return `Mark “${courseTitle}” as finished (status: unpublished)`;
      return status === 'published' ? `Publish “${courseTitle}”` : `Unpublish “${courseTitle}”`;
    },
    failure: adminMessages.courseStatusFailed,
    afterRestore: onlyByDecision,
    affectsSubtree: () => true,
    // A refused status change does not block the next one.
    holdsWhenRefused: false,
    seen: seenCourseVersion,
  },
);
export type CourseStatusArgs = v.InferOutput<typeof setCourseStatus.args>;

export const deleteCourse = defineCommand('course.delete', v.object(seenCourse), {
  ...onRow({ draft: null }),
  screen: () => ({ name: 'workspace' }),
  request: ({ args: { courseId, courseVersion } }) =>
    requestTo(endpoints.deleteCourse, { courseId }, { version: courseVersion }),
  sentence: ({ courseTitle }) => `Delete “${courseTitle}”`,
  failure: adminMessages.courseDeleteFailed,
  effect: 'delete',
  afterRestore: onlyByDecision,
  entity: courseEntity,
  affectsSubtree: () => true,
  holdsWhenRefused: false,
  seen: seenCourseVersion,
});
export type CourseDeleteArgs = v.InferOutput<typeof deleteCourse.args>;

/** An upload that takes an hour blocks no other command of its course. */
export const attachThumbnail = defineCommand(
  'course.attachThumbnail',
  v.object({ ...ofCourse, ...uploaded }),
  {
    ...besideRow,
    request: ({ args: { courseId, uploadId } }) =>
      requestTo(uploadEndpoints.attachThumbnail, { courseId }, { body: { uploadId } }),
    sentence: ({ courseTitle, fileName }) => `Upload “${fileName}” as the picture of course “${courseTitle}”`,
    failure: messages.changesFailed,
  },
);
export type ThumbnailAttachArgs = v.InferOutput<typeof attachThumbnail.args>;

/** Whether visitors see the course from now on, or from a time on. */
const decidesVisibility = ({ status, publishAt, unpublishAt }: CourseFields): boolean =>
  [status, publishAt, unpublishAt].some((value) => value !== undefined);

/**
 * A status change states its effect on the catalogue: `Rename course “Tides” to “The tides” and unpublish
 * it`.
 */
function describeUpdate(title: string, { status, ...others }: CourseFields): string {
  const { isTemplate, ...texts } = others;
  if (status === undefined && isTemplate !== undefined && Object.keys(texts).length === 0)
    return isTemplate === 1 ? `Use “${title}” as a template` : `Stop using “${title}” as a template`;
  const verb = status === 'published' ? 'publish' : 'unpublish';
  if (status === undefined) return describeFieldEdit(courseEntity, title, others);
  if (Object.keys(others).length === 0) return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} “${title}”`;
  return `${describeFieldEdit(courseEntity, title, others)} and ${verb} it`;
}
