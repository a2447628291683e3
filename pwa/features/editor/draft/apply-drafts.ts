import type {
  AdminCourseOutline,
  AdminLessonOutline,
  AdminModuleOutline,
} from '#pwa/store/database/admin-rows.ts';
import { byPosition } from '#schema/courses/position.ts';
import { given } from '#schema/editor/given.ts';
import type { Drafts, LessonDraft, ModuleDraft } from './editor-draft.ts';

/**
 * Returns a course as its editor shows it: the stored course with the drafts applied.
 *
 * A module or lesson whose drafts did not change since the last call is the same object as before, so that
 * typing into one lesson renders only that lesson.
 */
export function applyDrafts(course: AdminCourseOutline, drafts: Drafts): AdminCourseOutline {
  const modules = course.modules
    .filter(({ id }) => drafts.modules[id]?.isDeleted !== true)
    .map((module) => applyToModule(module, drafts))
    .sort(byPosition);
  return { ...course, ...given(drafts.course?.changes ?? {}), modules };
}

interface AppliedModule {
  readonly own: ModuleDraft | undefined;
  readonly drafts: readonly (LessonDraft | undefined)[];
  readonly module: AdminModuleOutline;
}
interface AppliedLesson {
  readonly draft: LessonDraft;
  readonly lesson: AdminLessonOutline;
}

/**
 * The last result for each row. A row that is read again from the device is a new object and has no result
 * yet.
 */
const modules = new WeakMap<AdminModuleOutline, AppliedModule>();
const lessons = new WeakMap<AdminLessonOutline, AppliedLesson>();

function applyToModule(seen: AdminModuleOutline, drafts: Drafts): AdminModuleOutline {
  const own = drafts.modules[seen.id];
  const ofLessons = seen.lessons.map(({ id }) => drafts.lessons[id]);
  const last = modules.get(seen);
  const isSame = last?.own === own && last?.drafts.every((draft, at) => draft === ofLessons[at]);
  if (last !== undefined && isSame) return last.module;
  const shown = seen.lessons
    .filter(({ id }) => drafts.lessons[id]?.isDeleted !== true)
    .map((lesson) => applyToLesson(lesson, drafts.lessons[lesson.id]))
    .sort(byPosition);
  const module = { ...seen, ...given(own?.changes ?? {}), lessons: shown };
  modules.set(seen, { own, drafts: ofLessons, module });
  return module;
}

function applyToLesson(seen: AdminLessonOutline, draft: LessonDraft | undefined): AdminLessonOutline {
  if (draft === undefined) return seen;
  const last = lessons.get(seen);
  if (last?.draft === draft) return last.lesson;
  const { content: _, ...changes } = draft.changes;
  const lesson = { ...seen, ...given(changes) };
  lessons.set(seen, { draft, lesson });
  return lesson;
}
