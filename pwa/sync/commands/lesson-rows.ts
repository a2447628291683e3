import * as v from 'valibot';
import type {
  AdminCourseRow,
  AdminLessonOutline,
  AdminModuleOutline,
} from '#pwa/store/database/admin-rows.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { type AdminLesson, EditedLesson } from '#schema/editor/editor.ts';
import { type Given, given } from '#schema/editor/given.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { addRow, changeLesson, changeModule, findLesson, moveLesson, withoutLesson } from './course-tree.ts';
import type { AckedRows, AckReply, DeviceCommand } from './device-command.ts';
import { recreateLesson, recreateModuleOf } from './recreate/recreate-lesson.ts';

const LessonReply = v.object({ lesson: EditedLesson });

type LessonCommand = CommandOf<'lesson.create' | 'lesson.update' | 'lesson.setVideo' | 'lesson.attachVideo'>;

export const createLesson: DeviceCommand<'lesson.create'> = {
  recreate: recreateModuleOf,
  overlay: (course, { args }) => {
    const { courseId: _, moduleId, lessonId: id, content: __, restores: ___, copies: ____, ...fields } = args;
    return changeModule(course, moduleId, (module) => ({
      ...module,
      lessons: addRow(module.lessons, { ...fields, id, videoSizeBytes: null, version: 0, resources: [] }),
    }));
  },
  overlayContent: (shown, { args }) => shown ?? args.content,
  applyAck: putLesson,
  applyAckToContents: putContent,
};

export const updateLesson: DeviceCommand<'lesson.update'> = {
  recreate: recreateLesson,
  overlay: (course, { args: { lessonId, changes } }) => {
    const { moduleId, ...fields } = given(changes);
    const changed = changeLesson(course, lessonId, (lesson) => withChanges(lesson, fields));
    return moduleId === undefined ? changed : moveLesson(changed, lessonId, moduleId);
  },
  overlayContent: (shown, { args }) => args.changes.content ?? shown,
  applyAck: putLesson,
  applyAckToContents: putContent,
};

export const setLessonVideo: DeviceCommand<'lesson.setVideo'> = {
  recreate: recreateLesson,
  overlay: (course, { args: { lessonId, videoUrl } }) =>
    changeLesson(course, lessonId, (lesson) => withChanges(lesson, { videoUrl })),
  applyAck: putLesson,
  applyAckToContents: putContent,
};

export const attachVideo: DeviceCommand<'lesson.attachVideo'> = {
  recreate: null,
  applyAck: putLesson,
  applyAckToContents: putContent,
};

export const deleteLesson: DeviceCommand<'lesson.delete'> = {
  recreate: null,
  overlay: (course, { args }) => withoutLesson(course, args.lessonId),
  applyAck: (course, { args }) => withoutLesson(course, args.lessonId),
  applyAckToContents: (contents, _, { command: { args } }) => {
    contents.set(args.lessonId, null);
  },
};

/** A lesson as in outlines: inside its module, and its HTML is stored separately. */
export function outlineOf({
  content: _,
  moduleId: __,
  ...lesson
}: AdminLesson | EditedLesson): AdminLessonOutline {
  return lesson;
}

function withChanges(
  lesson: AdminLessonOutline,
  { content: _, ...fields }: Given<Omit<LessonFields, 'moduleId'>>,
): AdminLessonOutline {
  const isOtherVideo = fields.videoUrl !== undefined && fields.videoUrl !== lesson.videoUrl;
  return { ...lesson, ...fields, videoSizeBytes: isOtherVideo ? null : lesson.videoSizeBytes };
}

function putLesson(
  course: AdminCourseRow,
  command: LessonCommand,
  { output, isOvertaken }: AckReply,
): AdminCourseRow {
  const edited = v.parse(LessonReply, output).lesson;
  const lesson = outlineOf(edited);
  const known = findLesson(course, lesson.id);
  if (textAfter(command, edited, known) === 'unknown') return course;
  const moduleId = edited.moduleId ?? command.args.moduleId;
  if (known === undefined) {
    const add = (module: AdminModuleOutline) => ({ ...module, lessons: [...module.lessons, lesson] });
    return isOvertaken ? course : changeModule(course, moduleId, add);
  }
  if (known.version > lesson.version) return course;
  // Resources have their own versions: the reply to an edit of the lesson does not restore a deleted one.
  const put = changeLesson(course, lesson.id, ({ resources }) => ({ ...lesson, resources }));
  return edited.moduleId === undefined ? put : moveLesson(put, lesson.id, moduleId);
}

function putContent(
  contents: AckedRows['contents'],
  course: AdminCourseRow,
  { command, reply }: { readonly command: LessonCommand; readonly reply: AckReply },
): void {
  const { lesson } = v.parse(LessonReply, reply.output);
  const { id: lessonId, version } = lesson;
  const known = findLesson(course, lessonId);
  if (known === undefined && reply.isOvertaken) return;
  // Outline and text are written together, so the stored text is of the outline's version.
  const text = textAfter(command, lesson, known);
  if ((known !== undefined && known.version > version) || typeof text === 'string') return;
  contents.set(lessonId, { lessonId, courseId: course.id, ...text, version, v: FORMAT_VERSION });
}

/**
 * The HTML of a lesson after an edit: as returned, or as sent where the reply omits it. An edit of other fields
 * leaves the text unchanged; if the device does not have the version before the edit, its text is unknown, and
 * the next pull returns the lesson.
 */
function textAfter(
  command: LessonCommand,
  edited: EditedLesson,
  known: AdminLessonOutline | undefined,
): 'unchanged' | 'unknown' | { readonly content: string } {
  const content = edited.content ?? sentText(command);
  if (content !== undefined) return { content };
  return known !== undefined && known.version >= edited.version - 1 ? 'unchanged' : 'unknown';
}

function sentText(command: LessonCommand): string | undefined {
  if (command.kind === 'lesson.create') return command.args.content;
  return command.kind === 'lesson.update' ? command.args.changes.content : undefined;
}
