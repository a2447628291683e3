import * as v from 'valibot';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { timesRemovedBy } from '#schema/courses/schedule.ts';
import { given } from '#schema/editor/given.ts';
import { type CourseFields, courseEntity, NewCourseFields } from '#schema/entities/course-entity.ts';
import type { DeviceCommand } from './device-command.ts';
import { recreateCourse } from './recreate/recreate-course.ts';

const noCodes = { total: 0, unused: 0, used: 0 };

/** A course that only an unsent command creates; it has version 0. */
export function newCourse({ args, createdAt }: CommandOf<'course.create'>): AdminCourseOutline {
  const { courseId: id, ...fields } = args;
  return {
    ...courseEntity.defaults,
    ...fields,
    ...{ id, version: 0, createdAt, updatedAt: createdAt },
    enrollmentCount: 0,
    modules: [],
    codeStats: noCodes,
  };
}

type Whole = CommandOf<'course.duplicate' | 'course.import'>;

/** A copy or an import that only an unsent command creates. Its rows will have version 1, so they can be edited at once. */
export function wholeCourse({ args, createdAt }: Whole): AdminCourseOutline {
  const { courseId: id, modules, ...others } = args;
  return {
    ...courseEntity.defaults,
    ...v.parse(NewCourseFields, others),
    ...{ id, version: 1, createdAt, updatedAt: createdAt },
    ...{ enrollmentCount: 0, modules, codeStats: noCodes },
  };
}

export const createCourse: DeviceCommand<'course.create'> = {
  recreate: null,
};

export const duplicateCourse: DeviceCommand<'course.duplicate'> = {
  recreate: null,
};

export const importCourse: DeviceCommand<'course.import'> = {
  recreate: null,
  overlay: (course, { args }) => ({ ...course, modules: withMissing(course.modules, args.modules) }),
};

export const updateCourse: DeviceCommand<'course.update'> = {
  recreate: recreateCourse,
  overlay: (course, { args: { changes } }) => withChanges(course, changes),
};

export const setCourseStatus: DeviceCommand<'course.setStatus'> = {
  recreate: null,
  overlay: (course, { args: { status } }) => withChanges(course, { status }),
};

export const attachThumbnail: DeviceCommand<'course.attachThumbnail'> = {
  recreate: null,
};

export const deleteCourse: DeviceCommand<'course.delete'> = {
  recreate: null,
  overlay: () => null,
};

export const uploadCodes: DeviceCommand<'codes.upload'> = {
  recreate: null,
};

/** The course as the server will have it: a change of the status removes a time. */
function withChanges(course: AdminCourseOutline, changes: CourseFields): AdminCourseOutline {
  return { ...course, ...timesRemovedBy(course, changes), ...given(changes) };
}

type Modules = AdminCourseOutline['modules'];

/** The pull brings a large course in several pages: until the last one, the rows of the import complete it. */
function withMissing(pulled: Modules, imported: Modules): Modules {
  const known = new Set(pulled.flatMap(({ id, lessons }) => [id, ...lessons.map((lesson) => lesson.id)]));
  const missing = imported.map((module) => ({
    ...module,
    lessons: module.lessons.filter(({ id }) => !known.has(id)),
  }));
  const missingOf = new Map(missing.map(({ id, lessons }) => [id, lessons]));
  return [
    ...pulled.map((module) => ({
      ...module,
      lessons: [...module.lessons, ...(missingOf.get(module.id) ?? [])],
    })),
    ...missing.filter(({ id }) => !known.has(id)),
  ];
}
