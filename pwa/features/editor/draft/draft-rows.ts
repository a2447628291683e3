import * as v from 'valibot';
import { draftPrefix } from '#pwa/store/account/drafts.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { CourseDraft, type Drafts, LessonDraft, ModuleDraft, noDrafts } from './editor-draft.ts';

/*
 * One row per record: `editor/<courseId>/course`, `editor/<courseId>/module/<moduleId>`,
 * `editor/<courseId>/lesson/<lessonId>`. A course that was never saved has the id `new`. Rows of other kinds are those of
 * questions (quiz/use-question-draft.ts), and of newer versions.
 */

/** Converts drafts to rows, by id. */
export function toDraftRows(courseId: string, drafts: Drafts): ReadonlyMap<string, unknown> {
  const prefix = draftPrefix(courseId);
  return new Map<string, unknown>([
    ...(drafts.course === null ? [] : [[`${prefix}course`, drafts.course] as const]),
    ...Object.entries(drafts.modules).map(([id, draft]) => [`${prefix}module/${id}`, draft] as const),
    ...Object.entries(drafts.lessons).map(([id, draft]) => [`${prefix}lesson/${id}`, draft] as const),
  ]);
}

/**
 * Returns the rows in which two states of the drafts differ, by id; null for a removed row. A keystroke
 * changes one row, however many other records have drafts.
 */
export function changedDraftRows(
  courseId: string,
  before: Drafts,
  after: Drafts,
): ReadonlyMap<string, unknown> {
  const prefix = draftPrefix(courseId);
  const changed = new Map<string, unknown>();
  if (before.course !== after.course) changed.set(`${prefix}course`, after.course);
  for (const kind of ['module', 'lesson'] as const) {
    const [old, now] = [before[`${kind}s`], after[`${kind}s`]];
    if (old === now) continue;
    for (const id of Object.keys(old)) if (!(id in now)) changed.set(`${prefix}${kind}/${id}`, null);
    for (const [id, draft] of Object.entries(now))
      if (old[id] !== draft) changed.set(`${prefix}${kind}/${id}`, draft);
  }
  return changed;
}

/**
 * Reads rows back. A row that cannot be read stays on the device unchanged, for the app version that wrote
 * it.
 */
export function readDraftRows(courseId: string, rows: readonly DraftRow[]): Drafts {
  const start = draftPrefix(courseId).length;
  return rows.reduce((drafts, { id, value }) => addRow(drafts, id.slice(start), value), noDrafts);
}

/** The module or lesson that a draft row belongs to; null for the course's own. */
export function recordOfDraftRow(courseId: string, rowId: string): string | null {
  return rowId.slice(draftPrefix(courseId).length).split('/')[1] ?? null;
}

function addRow(drafts: Drafts, name: string, value: unknown): Drafts {
  const [kind, id = ''] = name.split('/');
  if (kind === 'course') {
    const course = v.safeParse(CourseDraft, value);
    return course.success ? { ...drafts, course: course.output } : drafts;
  }
  if (kind === 'module') {
    const module = v.safeParse(ModuleDraft, value);
    return module.success ? { ...drafts, modules: { ...drafts.modules, [id]: module.output } } : drafts;
  }
  const lesson = v.safeParse(LessonDraft, value);
  if (kind !== 'lesson' || !lesson.success) return drafts;
  return { ...drafts, lessons: { ...drafts.lessons, [id]: lesson.output } };
}
