import * as v from 'valibot';
import { UploadCodesReply } from '#schema/codes.ts';
import type { Command } from '#schema/commands.ts';
import { AdminCourse, AdminLesson, AdminModule, AdminResource } from '#schema/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { keepFirstCodes, putAdminCourseRows, removeAdminCourseRows } from '../store/admin-courses.ts';
import type {
  AdminContentRow,
  AdminCourseRow,
  AdminLessonOutline,
  AdminModuleOutline,
} from '../store/admin-rows.ts';
import { draftPrefix, removeDraftRows } from '../store/drafts.ts';
import { inside } from '../store/inside.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { readTogether } from '../store/read-together.ts';
import type { Ack } from './settle.ts';

const CourseReply = v.object({ course: AdminCourse });
const ModuleReply = v.object({ module: AdminModule });
const LessonReply = v.object({ lesson: AdminLesson });
const ResourceReply = v.object({ resource: AdminResource });

/** Admins' rows with what acks have made of them so far: read at once and written at once. */
interface Desk {
  readonly courses: Map<string, AdminCourseRow>;
  /** What is to be written of the HTML, which lies apart, by its lesson; null for what goes. */
  readonly contents: Map<string, AdminContentRow | null>;
}

/** A command of the editor that was acknowledged. */
export type CourseAck = Ack & { readonly command: CourseCommand };
export type CourseCommand = Exclude<
  Extract<Command, { args: { courseId: string } }>,
  { kind: 'course.activate' | 'history.keepAside' }
>;

/**
 * Puts what the server answered to edits of courses into the admin's rows. A replayed receipt tells of
 * the day it was written, and never takes back what is newer: neither a version nor a deletion.
 */
export async function settleCourses(store: PrivateStore, acks: readonly CourseAck[]): Promise<void> {
  const desk = await inside(() => readDesk(store, acks));
  const before = new Map(desk.courses);
  for (const ack of acks) {
    const { command } = ack;
    const row = desk.courses.get(command.args.courseId);
    const isWhole = command.kind === 'course.delete' || command.kind === 'codes.upload';
    if (isWhole || (command.kind === 'course.create' && row === undefined)) {
      await inside(() => settleWhole(store, desk, ack));
    } else if (row !== undefined) {
      settleContents(desk, row, ack);
      desk.courses.set(row.id, applyReply(row, ack));
    }
  }
  const courses = [...desk.courses.values()].filter((row) => before.get(row.id) !== row);
  const contents = [...desk.contents];
  await store.adminCourses.bulkPut(courses);
  await store.adminContents.bulkPut(contents.flatMap(([, row]) => row ?? []));
  await store.adminContents.bulkDelete(contents.flatMap(([id, row]) => (row === null ? id : [])));
}

async function readDesk(store: PrivateStore, acks: readonly CourseAck[]): Promise<Desk> {
  const courseIds = new Set(acks.map(({ command }) => command.args.courseId));
  const courses = await inside(() => readTogether(store.adminCourses, [...courseIds]));
  return {
    courses: new Map(courses.filter(({ id }) => courseIds.has(id)).map((row) => [row.id, row])),
    contents: new Map(),
  };
}

/** What is about all of a course is written at once; nothing that is laid into it travels in the same batch. */
async function settleWhole(store: PrivateStore, desk: Desk, ack: CourseAck): Promise<void> {
  const { command, answer, isOvertaken } = ack;
  const { courseId } = command.args;
  const row = desk.courses.get(courseId);
  if (command.kind === 'course.delete') {
    await inside(() => removeAdminCourseRows(store, courseId));
    // Whoever deletes a course is done with what they had typed into it, too.
    await inside(() => removeDraftRows(store, draftPrefix(courseId)));
    desk.courses.delete(courseId);
  } else if (command.kind === 'codes.upload') {
    const { allCodes, codeStats } = v.parse(UploadCodesReply, answer.output);
    if (answer.isReplayed) return;
    if (row !== undefined) desk.courses.set(courseId, { ...row, codeStats });
    await inside(() => keepFirstCodes(store, courseId, allCodes));
  } else if (!isOvertaken) {
    const { course } = v.parse(CourseReply, answer.output);
    await inside(() => putAdminCourseRows(store, course));
    const made = await store.adminCourses.get(courseId);
    if (made !== undefined) desk.courses.set(courseId, made);
  }
}

function applyReply(row: AdminCourseRow, ack: CourseAck): AdminCourseRow {
  const { command, answer } = ack;
  switch (command.kind) {
    case 'module.create':
    case 'module.update':
      return { ...row, modules: putModule(row.modules, ack) };
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

function putModule(modules: AdminModuleOutline[], { answer, isOvertaken }: CourseAck): AdminModuleOutline[] {
  const { lessons, ...own } = v.parse(ModuleReply, answer.output).module;
  if (!modules.some(({ id }) => id === own.id))
    return isOvertaken ? modules : [...modules, { ...own, lessons: lessons.map(outlineOf) }];
  return modules.map((one) => (one.id === own.id && one.version <= own.version ? { ...one, ...own } : one));
}

function applyToModule(module: AdminModuleOutline, ack: CourseAck): AdminModuleOutline {
  const { command, answer, isOvertaken } = ack;
  const { lessons } = module;
  switch (command.kind) {
    case 'lesson.delete':
      return { ...module, lessons: lessons.filter(({ id }) => id !== command.args.lessonId) };
    case 'resource.create': {
      const { resource } = v.parse(ResourceReply, answer.output);
      return changeLesson(module, command.args.lessonId, (lesson) => {
        const others = lesson.resources.filter(({ id }) => id !== resource.id);
        if (isOvertaken && others.length === lesson.resources.length) return lesson;
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
      if (!lessons.some(({ id }) => id === lesson.id))
        return isOvertaken ? module : { ...module, lessons: [...lessons, lesson] };
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

/** `row`: the course before the edit. */
function settleContents({ contents }: Desk, row: AdminCourseRow, ack: CourseAck): void {
  const { command, answer, isOvertaken } = ack;
  switch (command.kind) {
    case 'module.delete': {
      const module = row.modules.find(({ id }) => id === command.args.moduleId);
      for (const { id } of module?.lessons ?? []) contents.set(id, null);
      return;
    }
    case 'lesson.delete':
      contents.set(command.args.lessonId, null);
      return;
    case 'lesson.create':
    case 'lesson.update':
    case 'lesson.setVideo':
    case 'lesson.attachVideo': {
      const { id: lessonId, content, version } = v.parse(LessonReply, answer.output).lesson;
      const known = row.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
      if (known === undefined && isOvertaken) return;
      // Outline and text are written together, so that the text here is that of the outline's version.
      if (known !== undefined && (known.version > version || isSameText(command, known))) return;
      contents.set(lessonId, { lessonId, courseId: row.id, content, version, v: FORMAT_VERSION });
    }
  }
}

/** An edit of other fields, made on the version that is known here, leaves the text as it lies here. */
function isSameText(command: CourseCommand, known: AdminLessonOutline): boolean {
  switch (command.kind) {
    case 'lesson.update':
      return command.args.changes.content === undefined && command.args.version === known.version;
    case 'lesson.setVideo':
      return command.args.version === known.version;
    default:
      return false;
  }
}
