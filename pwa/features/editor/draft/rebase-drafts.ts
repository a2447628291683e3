import * as v from 'valibot';
import { CourseDraft, type Drafts, LessonDraft, ModuleDraft } from './editor-draft.ts';

/**
 * Returns the drafts that remain after `taken`, an earlier state of them, became commands. Unchanged records
 * are removed; the others get the taken values as their base.
 */
export function rebaseDrafts(drafts: Drafts, taken: Drafts): Drafts {
  const course = rebase(drafts.course, taken.course);
  return {
    course: course === null ? null : v.parse(CourseDraft, course),
    modules: Object.fromEntries(
      Object.entries(drafts.modules).flatMap(([id, draft]) => {
        const left = rebase(draft, taken.modules[id] ?? null);
        return left === null ? [] : [[id, v.parse(ModuleDraft, left)]];
      }),
    ),
    lessons: Object.fromEntries(
      Object.entries(drafts.lessons).flatMap(([id, draft]) => {
        const left = rebase(draft, taken.lessons[id] ?? null);
        return left === null ? [] : [[id, v.parse(LessonDraft, left)]];
      }),
    ),
  };
}

interface Draft {
  readonly isDeleted?: true | undefined;
  readonly base: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>>;
}

function rebase<One extends Draft>(draft: One | null, taken: One | null): Draft | null {
  if (draft === null || draft === taken) return null;
  if (taken === null) return draft;
  const base = { ...draft.base, ...taken.changes };
  const changes = Object.fromEntries(
    Object.entries({ ...draft.changes }).filter(([field, value]) => value !== base[field]),
  );
  // A field that was typed back to its value before the save is a change again.
  for (const field of Object.keys(taken.changes)) {
    if (!(field in draft.changes)) changes[field] = taken.base[field];
  }
  const hasChanges =
    Object.keys(changes).length > 0 || (draft.isDeleted === true && taken.isDeleted !== true);
  return hasChanges ? { ...draft, base: pick(base, Object.keys(changes)), changes } : null;
}

function pick(fields: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
