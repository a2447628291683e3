import type { AdminLessonOutline } from '#pwa/store/database/admin-rows.ts';
import { type Given, given } from '#schema/editor/given.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import { addRow, changeLesson, changeModule, moveLesson, withoutLesson } from './course-tree.ts';
import type { DeviceCommand } from './device-command.ts';
import { recreateLesson, recreateModuleOf } from './recreate/recreate-lesson.ts';

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
};

export const updateLesson: DeviceCommand<'lesson.update'> = {
  recreate: recreateLesson,
  overlay: (course, { args: { lessonId, changes } }) => {
    const { moduleId, ...fields } = given(changes);
    const changed = changeLesson(course, lessonId, (lesson) => withChanges(lesson, fields));
    return moduleId === undefined ? changed : moveLesson(changed, lessonId, moduleId);
  },
  overlayContent: (shown, { args }) => args.changes.content ?? shown,
};

export const setLessonVideo: DeviceCommand<'lesson.setVideo'> = {
  recreate: recreateLesson,
  overlay: (course, { args: { lessonId, videoUrl } }) =>
    changeLesson(course, lessonId, (lesson) => withChanges(lesson, { videoUrl })),
};

export const attachVideo: DeviceCommand<'lesson.attachVideo'> = {
  recreate: null,
};

export const deleteLesson: DeviceCommand<'lesson.delete'> = {
  recreate: null,
  overlay: (course, { args }) => withoutLesson(course, args.lessonId),
};

function withChanges(
  lesson: AdminLessonOutline,
  { content: _, ...fields }: Given<Omit<LessonFields, 'moduleId'>>,
): AdminLessonOutline {
  const isOtherVideo = fields.videoUrl !== undefined && fields.videoUrl !== lesson.videoUrl;
  return { ...lesson, ...fields, videoSizeBytes: isOtherVideo ? null : lesson.videoSizeBytes };
}
