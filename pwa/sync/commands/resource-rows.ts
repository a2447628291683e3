import * as v from 'valibot';
import type { AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import { AdminResource } from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import { addRow, changeLesson, changeModule, changeRow, withoutRow } from './course-tree.ts';
import type { AckReply, DeviceCommand } from './device-command.ts';
import { recreateLesson } from './recreate/recreate-lesson.ts';

const ResourceReply = v.object({ resource: AdminResource });

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
  applyAck: putCreated,
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
  applyAck: putCreated,
};

export const updateResource: DeviceCommand<'resource.update'> = {
  recreate: null,
  overlay: (course, { args: { lessonId, resourceId, changes } }) =>
    changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: changeRow(lesson.resources, resourceId, (resource) => ({ ...resource, ...given(changes) })),
    })),
  applyAck: putEdited,
};

/** The earlier file is shown until the server has the new one. */
export const replaceFile: DeviceCommand<'resource.replaceFile'> = { recreate: null, applyAck: putEdited };

export const deleteResource: DeviceCommand<'resource.delete'> = {
  recreate: null,
  overlay: (course, { args: { lessonId, resourceId } }) =>
    changeLesson(course, lessonId, (lesson) => ({
      ...lesson,
      resources: withoutRow(lesson.resources, resourceId),
    })),
  applyAck: (course, { args: { moduleId, lessonId, resourceId } }) =>
    changeModule(course, moduleId, (module) => ({
      ...module,
      lessons: changeRow(module.lessons, lessonId, (lesson) => ({
        ...lesson,
        resources: withoutRow(lesson.resources, resourceId),
      })),
    })),
};

function putCreated(
  course: AdminCourseRow,
  { args: { moduleId, lessonId } }: CommandOf<'resource.create' | 'resource.attach'>,
  { output, isOvertaken }: AckReply,
): AdminCourseRow {
  const { resource } = v.parse(ResourceReply, output);
  return changeModule(course, moduleId, (module) => ({
    ...module,
    lessons: changeRow(module.lessons, lessonId, (lesson) => {
      const others = withoutRow(lesson.resources, resource.id);
      if (isOvertaken && others.length === lesson.resources.length) return lesson;
      return { ...lesson, resources: [...others, resource] };
    }),
  }));
}

function putEdited(
  course: AdminCourseRow,
  { args: { moduleId, lessonId } }: CommandOf<'resource.update' | 'resource.replaceFile'>,
  { output }: AckReply,
): AdminCourseRow {
  const { resource } = v.parse(ResourceReply, output);
  return changeModule(course, moduleId, (module) => ({
    ...module,
    lessons: changeRow(module.lessons, lessonId, (lesson) => ({
      ...lesson,
      resources: changeRow(lesson.resources, resource.id, (one) =>
        one.version <= resource.version ? resource : one,
      ),
    })),
  }));
}
