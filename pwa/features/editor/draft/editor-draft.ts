import * as v from 'valibot';
import { CourseFields } from '#schema/entities/course-entity.ts';
import { LessonFields } from '#schema/entities/lesson-entity.ts';
import { ModuleFields } from '#schema/entities/module-entity.ts';
import { Id } from '#schema/id.ts';

/*
 * The unsaved changes of a course: one draft per record (the course, a module, a lesson), so that a keystroke
 * writes little. A draft holds only the changed fields; all others follow the server. The functions are pure:
 * each returns new drafts and leaves the old ones unchanged, which undo relies on.
 */

/** `base`: the values of the changed fields before their first change, at this `version` of the record. */
const record = { version: v.number(), title: v.string(), isDeleted: v.optional(v.literal(true)) };

export const CourseDraft = v.object({ ...record, base: CourseFields, changes: CourseFields });
export type CourseDraft = v.InferOutput<typeof CourseDraft>;
export const ModuleDraft = v.object({ ...record, base: ModuleFields, changes: ModuleFields });
export type ModuleDraft = v.InferOutput<typeof ModuleDraft>;
export const LessonDraft = v.object({ ...record, moduleId: Id, base: LessonFields, changes: LessonFields });
export type LessonDraft = v.InferOutput<typeof LessonDraft>;

/** All unsaved changes of one course; modules and lessons by id. */
export interface Drafts {
  readonly course: CourseDraft | null;
  readonly modules: Readonly<Record<string, ModuleDraft>>;
  readonly lessons: Readonly<Record<string, LessonDraft>>;
}

export const noDrafts: Drafts = { course: null, modules: {}, lessons: {} };

/** A record without its draft: the server's values with unsent commands applied. */
interface Seen<Fields> {
  readonly version: number;
  readonly title: string;
  readonly fields: Fields;
}

export function changeCourse(drafts: Drafts, seen: Seen<CourseFields>, changes: CourseFields): Drafts {
  const { version, title } = drafts.course ?? seen;
  const merged = mergePatch(drafts.course, seen.fields, changes);
  const next = v.parse(CourseDraft, { ...merged, version, title });
  return { ...drafts, course: isIdle(next) ? null : next };
}

export function changeModule(
  drafts: Drafts,
  seen: Seen<ModuleFields> & { readonly id: string },
  changes: ModuleFields,
): Drafts {
  const before = drafts.modules[seen.id];
  const { version, title, isDeleted } = before ?? { ...seen, isDeleted: undefined };
  const merged = mergePatch(before ?? null, seen.fields, changes);
  return withModule(drafts, seen.id, v.parse(ModuleDraft, { ...merged, version, title, isDeleted }));
}

export function changeLesson(
  drafts: Drafts,
  seen: Seen<LessonFields> & { readonly id: string; readonly moduleId: string },
  changes: LessonFields,
): Drafts {
  const before = drafts.lessons[seen.id];
  const { version, title, isDeleted } = before ?? { ...seen, isDeleted: undefined };
  const { moduleId } = seen;
  const merged = mergePatch(before ?? null, { ...seen.fields, moduleId }, changes);
  const next = v.parse(LessonDraft, { ...merged, version, title, isDeleted, moduleId });
  return withLesson(drafts, seen.id, next);
}

/** The module in which a lesson with this draft is shown. */
export function placeOf({ moduleId, changes }: LessonDraft): string {
  return changes.moduleId ?? moduleId;
}

/** A record to be deleted when the course is saved. */
interface Marked {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}

/** Marks a module for deletion or removes the mark. Its other changes remain in the draft. */
export function markModule(drafts: Drafts, module: Marked, isDeleted: boolean): Drafts {
  const before = drafts.modules[module.id];
  const { base, changes, version, title } = before ?? { ...module, base: {}, changes: {} };
  return withModule(drafts, module.id, { base, changes, version, title, ...mark(isDeleted) });
}

/** Like {@link markModule}, for a lesson. */
export function markLesson(
  drafts: Drafts,
  lesson: Marked & { readonly moduleId: string },
  isDeleted: boolean,
): Drafts {
  const before = drafts.lessons[lesson.id];
  const { base, changes, version, title } = before ?? { ...lesson, base: {}, changes: {} };
  const { moduleId } = lesson;
  return withLesson(drafts, lesson.id, { base, changes, version, title, moduleId, ...mark(isDeleted) });
}

/** Whether there are changes for Save Course. */
export function isDirty(drafts: Drafts): boolean {
  const records = [...Object.values(drafts.modules), ...Object.values(drafts.lessons)];
  return [...(drafts.course === null ? [] : [drafts.course]), ...records].some((one) => !isIdle(one));
}

const mark = (isDeleted: boolean) => (isDeleted ? { isDeleted: true as const } : {});

function withModule(drafts: Drafts, id: string, next: ModuleDraft): Drafts {
  const { [id]: _, ...others } = drafts.modules;
  return { ...drafts, modules: isIdle(next) ? others : { ...others, [id]: next } };
}

function withLesson(drafts: Drafts, id: string, next: LessonDraft): Drafts {
  const { [id]: _, ...others } = drafts.lessons;
  return { ...drafts, lessons: isIdle(next) ? others : { ...others, [id]: next } };
}

interface DraftFields {
  readonly base: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A field that is back to its value in `seen` is no longer a change. */
function mergePatch(
  before: DraftFields | null,
  seen: DraftFields['base'],
  patch: DraftFields['changes'],
): DraftFields {
  const base = { ...before?.base };
  const changes = { ...before?.changes };
  for (const [field, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (!(field in changes)) base[field] = seen[field];
    changes[field] = value;
    // The field is back to an old value but the server has a new one: this is still a change, on a new base.
    if (value === base[field]) base[field] = seen[field];
    if (value !== seen[field]) continue;
    delete base[field];
    delete changes[field];
  }
  return { base, changes };
}

function isIdle({ changes, isDeleted }: Pick<ModuleDraft, 'isDeleted'> & { changes: object }): boolean {
  return isDeleted !== true && Object.keys(changes).length === 0;
}
