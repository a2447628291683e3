import * as v from 'valibot';
import { UpdateCourseInput, UpdateLessonInput, UpdateModuleInput } from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import type { CourseFields } from '#schema/entities/course-entity.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { ModuleFields } from '#schema/entities/module-entity.ts';
import { withoutEqual } from '../commands/edit-fields.ts';
import { parseEdit } from './edit-input.ts';
import type { DeleteBody, UpdateBody } from './editor-coalesce.ts';
import type { FieldEdit, SavePlan } from './save-plan.ts';

/**
 * Returns the commands of a Save Course in order: course, edited modules, deleted modules, edited lessons,
 * deleted lessons (docs/sync.md). A lesson that leaves a deleted module is moved before the deletion. Rows
 * inside a deleted one are neither edited nor deleted on their own, and an edit that changes nothing is left
 * out.
 *
 * @throws {InputError} if the server would refuse a field
 */
export function planCommands(plan: SavePlan): (UpdateBody | DeleteBody)[] {
  const { courseId } = plan;
  const deletedModuleIds = new Set(plan.deletedModules.map(({ moduleId }) => moduleId));
  const deletedLessonIds = new Set(plan.deletedLessons.map(({ lessonId }) => lessonId));
  const isInDeletedModule = ({ moduleId }: { readonly moduleId: string }) => deletedModuleIds.has(moduleId);
  const isMovedAway = ({ changes: { moduleId } }: SavePlan['lessons'][number]) =>
    moduleId !== undefined && !deletedModuleIds.has(moduleId);
  const edited = plan.lessons.filter(({ lessonId }) => !deletedLessonIds.has(lessonId));
  const rescued = edited.filter((lesson) => isInDeletedModule(lesson) && isMovedAway(lesson));
  const lessons = edited.filter((lesson) => !isInDeletedModule(lesson));
  return [
    ...(plan.course === null ? [] : planCourse(courseId, plan.course)),
    ...plan.modules
      .filter((module) => !isInDeletedModule(module))
      .flatMap((module) => planModule(courseId, module)),
    ...rescued.flatMap((lesson) => planLesson(courseId, lesson)),
    ...plan.deletedModules.map(({ moduleId, title, version }) => ({
      kind: 'module.delete' as const,
      args: { courseId, moduleId, moduleTitle: title, version },
    })),
    ...lessons.flatMap((lesson) => planLesson(courseId, lesson)),
    ...plan.deletedLessons
      .filter((lesson) => !isInDeletedModule(lesson))
      .map(({ moduleId, lessonId, title, version }) => ({
        kind: 'lesson.delete' as const,
        args: { courseId, moduleId, lessonId, lessonTitle: title, version },
      })),
  ];
}

function planCourse(
  courseId: string,
  { title, version, base, changes }: FieldEdit<CourseFields>,
): UpdateBody[] {
  const read = ({ thumbnail, ...fields }: UpdateCourseInput): CourseFields => ({
    ...given(fields),
    ...(thumbnail === undefined ? {} : { thumbnail: thumbnail || null }),
  });
  const sent = read(parseEdit(UpdateCourseInput, changes));
  const edit = withoutEqual({ base: read(asSent(UpdateCourseInput, base)), changes: sent });
  if (edit === null) return [];
  return [{ kind: 'course.update', args: { courseId, courseTitle: title, version, ...edit } }];
}

function planModule(
  courseId: string,
  { moduleId, title, version, base, changes }: SavePlan['modules'][number],
): UpdateBody[] {
  const sent: ModuleFields = parseEdit(UpdateModuleInput, changes);
  const edit = withoutEqual({ base: asSent(UpdateModuleInput, base), changes: sent });
  if (edit === null) return [];
  return [{ kind: 'module.update', args: { courseId, moduleId, moduleTitle: title, version, ...edit } }];
}

function planLesson(courseId: string, lesson: SavePlan['lessons'][number]): UpdateBody[] {
  const { moduleId, lessonId, title, version, base, changes } = lesson;
  const read = ({ videoUrl, video_url: _, ...fields }: UpdateLessonInput): LessonFields => ({
    ...given(fields),
    ...(videoUrl === undefined ? {} : { videoUrl: videoUrl || null }),
  });
  const sent = read(parseEdit(UpdateLessonInput, changes));
  const edit = withoutEqual({ base: read(asSent(UpdateLessonInput, base)), changes: sent });
  if (edit === null) return [];
  const args = { courseId, moduleId, lessonId, lessonTitle: title, version, ...edit };
  return [{ kind: 'lesson.update', args }];
}

/** The base of the draft that follows a save is the typed text as it was sent: trimmed and rounded. */
function asSent<Fields>(schema: v.GenericSchema<unknown, Fields>, base: Fields): Fields {
  const parsed = v.safeParse(schema, base);
  return parsed.success ? parsed.output : base;
}
