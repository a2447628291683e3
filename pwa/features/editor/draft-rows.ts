import * as v from 'valibot';
import { draftPrefix } from '../../store/drafts.ts';
import type { DraftRow } from '../../store/rows.ts';
import { CourseDraft, type Drafts, LessonDraft, ModuleDraft, noDrafts } from './editor-draft.ts';

/*
 * One row a record: `editor/<courseId>/course`, `editor/<courseId>/module/<moduleId>`,
 * `editor/<courseId>/lesson/<lessonId>`. A course that was never saved has `new` for its id.
 */

/** Drafts as rows, by id. */
export function toDraftRows(courseId: string, drafts: Drafts): ReadonlyMap<string, unknown> {
  const prefix = draftPrefix(courseId);
  return new Map<string, unknown>([
    ...(drafts.course === null ? [] : [[`${prefix}course`, drafts.course] as const]),
    ...Object.entries(drafts.modules).map(([id, draft]) => [`${prefix}module/${id}`, draft] as const),
    ...Object.entries(drafts.lessons).map(([id, draft]) => [`${prefix}lesson/${id}`, draft] as const),
  ]);
}

/** Reads rows back; one that cannot be read stays on the device, untouched, for the app that wrote it. */
export function readDraftRows(courseId: string, rows: readonly DraftRow[]): Drafts {
  const start = draftPrefix(courseId).length;
  return rows.reduce((drafts, { id, value }) => addRow(drafts, id.slice(start), value), noDrafts);
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
