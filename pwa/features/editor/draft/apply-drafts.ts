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
  const moved = listMoved(course, drafts);
  const modules = course.modules
    .filter(({ id }) => drafts.modules[id]?.isDeleted !== true)
    .map((module) => applyToModule(module, drafts, moved))
    .sort(byPosition);
  return { ...course, ...given(drafts.course?.changes ?? {}), modules };
}

interface Moved {
  readonly lesson: AdminLessonOutline;
  /** The module into which it is moved. */
  readonly target: string;
}

/** The lessons that the drafts move into other modules; not into one that another user has deleted. */
function listMoved({ modules }: AdminCourseOutline, { lessons: drafts }: Drafts): ReadonlyMap<string, Moved> {
  const targets = new Map<string, string>();
  for (const [id, { changes }] of Object.entries(drafts))
    if (modules.some((module) => module.id === changes.moduleId)) targets.set(id, changes.moduleId ?? '');
  if (targets.size === 0) return noMoves;
  const all = modules.flatMap((module) => module.lessons.map((lesson) => ({ lesson, from: module.id })));
  return new Map(
    all.flatMap(({ lesson, from }) => {
      const target = targets.get(lesson.id);
      return target === undefined || target === from ? [] : [[lesson.id, { lesson, target }]];
    }),
  );
}

const noMoves: ReadonlyMap<string, Moved> = new Map();

interface AppliedModule {
  readonly own: ModuleDraft | undefined;
  /** The lessons in it before they are sorted, and their drafts. */
  readonly inside: readonly AdminLessonOutline[];
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

function applyToModule(
  seen: AdminModuleOutline,
  drafts: Drafts,
  moved: ReadonlyMap<string, Moved>,
): AdminModuleOutline {
  const own = drafts.modules[seen.id];
  const inside = listInside(seen, moved);
  const ofLessons = inside.map(({ id }) => drafts.lessons[id]);
  const last = modules.get(seen);
  const isSame =
    last?.own === own && isEqual(last?.drafts ?? [], ofLessons) && isEqual(last?.inside ?? [], inside);
  if (last !== undefined && isSame) return last.module;
  const shown = inside
    .filter(({ id }) => drafts.lessons[id]?.isDeleted !== true)
    .map((lesson) => applyToLesson(lesson, drafts.lessons[lesson.id]))
    .sort(byPosition);
  const module = { ...seen, ...given(own?.changes ?? {}), lessons: shown };
  modules.set(seen, { own, inside, drafts: ofLessons, module });
  return module;
}

function listInside(seen: AdminModuleOutline, moved: ReadonlyMap<string, Moved>) {
  if (moved.size === 0) return seen.lessons;
  const left = seen.lessons.filter(({ id }) => !moved.has(id));
  const added = [...moved.values()].filter(({ target }) => target === seen.id);
  return [...left, ...added.map(({ lesson }) => lesson)];
}

function isEqual<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one === other || (one.length === other.length && one.every((item, at) => item === other[at]));
}

function applyToLesson(seen: AdminLessonOutline, draft: LessonDraft | undefined): AdminLessonOutline {
  if (draft === undefined) return seen;
  const last = lessons.get(seen);
  if (last?.draft === draft) return last.lesson;
  const { content: _, moduleId: __, ...changes } = draft.changes;
  const lesson = { ...seen, ...given(changes) };
  lessons.set(seen, { draft, lesson });
  return lesson;
}
