import * as v from 'valibot';
import { UploadCodesReply } from '#schema/codes.ts';
import { AdminCourse, AdminLesson, AdminModule, AdminResource } from '#schema/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { keepFirstCodes, putAdminCourseRows, removeAdminCourseRows } from '../store/admin-courses.ts';
import type { AdminCourseRow, AdminLessonOutline, AdminModuleOutline } from '../store/admin-rows.ts';
import { inside } from '../store/inside.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { Ack } from './settle.ts';

const CourseReply = v.object({ course: AdminCourse });
const ModuleReply = v.object({ module: AdminModule });
const LessonReply = v.object({ lesson: AdminLesson });
const ResourceReply = v.object({ resource: AdminResource });

/**
 * Puts what the server answered to edits of one course into the admin's rows. A replayed receipt tells of
 * the day it was written, and never takes back what is newer.
 */
export async function settleCourse(
  store: PrivateStore,
  courseId: string,
  acks: readonly Ack[],
): Promise<void> {
  let row = await store.adminCourses.get(courseId);
  for (const ack of acks) {
    const { command, answer } = ack;
    if (command.kind === 'course.delete') {
      await inside(() => removeAdminCourseRows(store, courseId));
      row = undefined;
    } else if (command.kind === 'course.create' && row === undefined) {
      const { course } = v.parse(CourseReply, answer.output);
      await inside(() => putAdminCourseRows(store, course));
      row = await store.adminCourses.get(courseId);
    } else if (command.kind === 'codes.upload') {
      const { allCodes, codeStats } = v.parse(UploadCodesReply, answer.output);
      if (!answer.isReplayed && row !== undefined) row = { ...row, codeStats };
      if (!answer.isReplayed) await inside(() => keepFirstCodes(store, courseId, allCodes));
    } else if (row !== undefined) {
      const before = row;
      await inside(() => settleContents(store, before, ack));
      row = applyReply(row, ack);
    }
  }
  if (row !== undefined) await store.adminCourses.put(row);
}

function applyReply(row: AdminCourseRow, ack: Ack): AdminCourseRow {
  const { command, answer } = ack;
  switch (command.kind) {
    case 'module.create':
    case 'module.update':
      return { ...row, modules: putModule(row.modules, v.parse(ModuleReply, answer.output).module) };
    case 'module.delete':
      return { ...row, modules: row.modules.filter(({ id }) => id !== command.args.moduleId) };
    case 'lesson.create':
    case 'lesson.update':
    case 'lesson.setVideo':
    case 'lesson.attachVideo':
    case 'lesson.delete':
    case 'resource.create':
    case 'resource.delete':
      return {
        ...row,
        modules: row.modules.map((module) =>
          module.id === command.args.moduleId ? applyToModule(module, ack) : module,
        ),
      };
    default: {
      const reply = v.safeParse(CourseReply, answer.output);
      return reply.success ? changeCourse(row, reply.output.course) : row;
    }
  }
}

/** A course's own fields; what lies in it has words of its own. */
function changeCourse(row: AdminCourseRow, course: AdminCourse): AdminCourseRow {
  if (row.version > course.version) return row;
  const { title, description, instructor, thumbnail, previewContent, status, version, updatedAt } = course;
  return { ...row, title, description, instructor, thumbnail, previewContent, status, version, updatedAt };
}

function putModule(modules: AdminModuleOutline[], module: AdminModule): AdminModuleOutline[] {
  const { lessons, ...own } = module;
  const known = modules.find(({ id }) => id === module.id);
  if (known === undefined) return [...modules, { ...own, lessons: lessons.map(outlineOf) }];
  return modules.map((one) => (one.id === own.id && one.version <= own.version ? { ...one, ...own } : one));
}

function applyToModule(module: AdminModuleOutline, { command, answer }: Ack): AdminModuleOutline {
  const { lessons } = module;
  switch (command.kind) {
    case 'lesson.delete':
      return { ...module, lessons: lessons.filter(({ id }) => id !== command.args.lessonId) };
    case 'resource.create': {
      const { resource } = v.parse(ResourceReply, answer.output);
      return changeLesson(module, command.args.lessonId, (lesson) => {
        const others = lesson.resources.filter(({ id }) => id !== resource.id);
        return { ...lesson, resources: [...others, resource] };
      });
    }
    case 'resource.delete':
      return changeLesson(module, command.args.lessonId, (lesson) => {
        const resources = lesson.resources.filter(({ id }) => id !== command.args.resourceId);
        return { ...lesson, resources };
      });
    default: {
      const lesson = outlineOf(v.parse(LessonReply, answer.output).lesson);
      if (!lessons.some(({ id }) => id === lesson.id)) return { ...module, lessons: [...lessons, lesson] };
      // Resources have versions of their own: a lesson's reply does not put back those that went.
      return changeLesson(module, lesson.id, (one) =>
        one.version <= lesson.version ? { ...lesson, resources: one.resources } : one,
      );
    }
  }
}

function changeLesson(
  module: AdminModuleOutline,
  lessonId: string,
  edit: (lesson: AdminLessonOutline) => AdminLessonOutline,
): AdminModuleOutline {
  return { ...module, lessons: module.lessons.map((one) => (one.id === lessonId ? edit(one) : one)) };
}

function outlineOf({ content: _, ...lesson }: AdminLesson): AdminLessonOutline {
  return lesson;
}

/** HTML lies apart, by its lesson. `row`: the course before the edit. */
async function settleContents(
  store: PrivateStore,
  row: AdminCourseRow,
  { command, answer }: Ack,
): Promise<void> {
  switch (command.kind) {
    case 'module.delete': {
      const module = row.modules.find(({ id }) => id === command.args.moduleId);
      return store.adminContents.bulkDelete(module?.lessons.map(({ id }) => id) ?? []);
    }
    case 'lesson.delete':
      return store.adminContents.delete(command.args.lessonId);
    case 'lesson.create':
    case 'lesson.update':
    case 'lesson.setVideo':
    case 'lesson.attachVideo': {
      const { id: lessonId, content, version } = v.parse(LessonReply, answer.output).lesson;
      const known = await store.adminContents.get(lessonId);
      if (known !== undefined && known.version > version) return;
      await store.adminContents.put({ lessonId, courseId: row.id, content, version, v: FORMAT_VERSION });
    }
  }
}
