import { CAPTIONS_CONTENT_TYPE } from '#schema/captions.ts';
import type { Command } from '#schema/commands.ts';
import type { AdminLessonOutline, AdminModuleOutline } from '../store/admin-rows.ts';
import { type Given, given } from './given.ts';

/** Modules after a command; one that speaks of none of them changes nothing. */
export function applyToModules(modules: AdminModuleOutline[], command: Command): AdminModuleOutline[] {
  switch (command.kind) {
    case 'module.create': {
      const { courseId: _, moduleId: id, ...fields } = command.args;
      return isThere(modules, id) ? modules : [...modules, { ...fields, id, version: 0, lessons: [] }];
    }
    case 'module.update': {
      const { moduleId, changes } = command.args;
      return modules.map((module) => (module.id === moduleId ? { ...module, ...given(changes) } : module));
    }
    case 'module.delete':
      return modules.filter(({ id }) => id !== command.args.moduleId);
    default:
      return modules.map((module) => ({ ...module, lessons: applyToLessons(module, command) }));
  }
}

function applyToLessons(
  { id: moduleId, lessons }: AdminModuleOutline,
  command: Command,
): AdminLessonOutline[] {
  switch (command.kind) {
    case 'lesson.create': {
      const { courseId: _, moduleId: parentId, lessonId: id, content: __, ...fields } = command.args;
      if (parentId !== moduleId || isThere(lessons, id)) return lessons;
      return [...lessons, { ...fields, id, videoSizeBytes: null, version: 0, resources: [] }];
    }
    case 'lesson.update': {
      const { lessonId, changes } = command.args;
      return change(lessons, lessonId, (lesson) => changeLesson(lesson, given(changes)));
    }
    case 'lesson.setVideo': {
      const { lessonId, videoUrl } = command.args;
      return change(lessons, lessonId, (lesson) => changeLesson(lesson, { videoUrl }));
    }
    case 'lesson.delete':
      return lessons.filter(({ id }) => id !== command.args.lessonId);
    case 'resource.create':
    case 'resource.delete':
      return change(lessons, command.args.lessonId, (lesson) => applyToResources(lesson, command));
    default:
      return lessons;
  }
}

type LessonChanges = Given<Extract<Command, { kind: 'lesson.update' }>['args']['changes']>;

/** HTML lies apart from the outline. */
function changeLesson(
  lesson: AdminLessonOutline,
  { content: _, ...fields }: LessonChanges,
): AdminLessonOutline {
  const isOtherVideo = fields.videoUrl !== undefined && fields.videoUrl !== lesson.videoUrl;
  return { ...lesson, ...fields, videoSizeBytes: isOtherVideo ? null : lesson.videoSizeBytes };
}

type ResourceCommand = Extract<Command, { kind: 'resource.create' | 'resource.delete' }>;

function applyToResources(lesson: AdminLessonOutline, { kind, args }: ResourceCommand): AdminLessonOutline {
  const others = lesson.resources.filter(({ id }) => id !== args.resourceId);
  if (kind === 'resource.delete') return { ...lesson, resources: others };
  if (isThere(lesson.resources, args.resourceId)) return lesson;
  const { resourceId: id, title, type, url, position, captions } = args;
  const contentType = captions === undefined ? null : CAPTIONS_CONTENT_TYPE;
  const made = { id, title, type, url, position, contentType, sizeBytes: null, version: 0 };
  return { ...lesson, resources: [...others, made] };
}

function change<Row extends { readonly id: string }>(
  rows: Row[],
  id: string,
  edit: (row: Row) => Row,
): Row[] {
  return rows.map((row) => (row.id === id ? edit(row) : row));
}

function isThere(rows: readonly { readonly id: string }[], id: string): boolean {
  return rows.some((row) => row.id === id);
}
