import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import { given } from '#schema/editor/given.ts';
import { addRow, changeLesson, changeRow, withoutRow } from './course-tree.ts';
import type { DeviceCommand } from './device-command.ts';
import { recreateLesson } from './recreate/recreate-lesson.ts';

export const createResource: DeviceCommand<'resource.create'> = {
  recreate: recreateLesson,
  overlay: (course, { args: { lessonId, resourceId: id, title, type, url, position, captions } }) => {
    const contentType = captions === undefined ? null : CAPTIONS_CONTENT_TYPE;
    const created = { id, title, type, url, position, contentType, sizeBytes: null, version: 0 };
    return changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: addRow(lesson.resources, created),
    }));
  },
};

export const attachResource: DeviceCommand<'resource.attach'> = {
  recreate: null,
  overlay: (course, { args: { lessonId, resourceId: id, title, type, position, sizeBytes } }) => {
    const created = { id, title, type, url: '', position, contentType: null, sizeBytes, version: 0 };
    return changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: addRow(lesson.resources, created),
    }));
  },
};

export const updateResource: DeviceCommand<'resource.update'> = {
  recreate: null,
  overlay: (course, { args: { lessonId, resourceId, changes } }) =>
    changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: changeRow(lesson.resources, resourceId, (resource) => ({ ...resource, ...given(changes) })),
    })),
};

/** The earlier file is shown until the server has the new one. */
export const replaceFile: DeviceCommand<'resource.replaceFile'> = { recreate: null };

export const deleteResource: DeviceCommand<'resource.delete'> = {
  recreate: null,
  overlay: (course, { args: { lessonId, resourceId } }) =>
    changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: withoutRow(lesson.resources, resourceId),
    })),
};
