import { restorableFields } from '#pwa/sync/commands/restorable-fields.ts';
import type { Revision, RevisionFields } from '#schema/editor/history.ts';
import { isReadableField } from '#schema/entities/field-rules.ts';
import { type LessonFields, lessonEntity } from '#schema/entities/lesson-entity.ts';

/**
 * Returns the lesson as of a revision (for a deletion: before it; for a rejected edit: as if it had been
 * applied). A field has the value set by the last revision up to then; if none is known, the value before the
 * next revision; and if no revision contains it, the value last received from the server.
 *
 * @param revisions newest first
 * @param known the lesson as last received from the server
 */
export function stateAt(revisions: readonly Revision[], id: string, known: RevisionFields): RevisionFields {
  const place = revisions.findIndex((revision) => revision.id === id);
  const revision = revisions[place];
  if (revision === undefined) return known;
  let state = known;
  for (const newer of revisions.slice(0, place)) state = { ...state, ...newer.before };
  for (const older of revisions.slice(place + 1).reverse())
    if (older.kind !== 'aside') state = { ...state, ...older.after };
  return { ...state, ...(revision.kind === 'delete' ? revision.before : revision.after) };
}

/** One field of a lesson in two versions. */
export interface FieldDifference {
  readonly field: string;
  readonly before: RevisionFields[string];
  readonly after: RevisionFields[string];
}

/** The fields shown, in this order. */
const READABLE = lessonEntity.fieldNames.filter(isReadableField);

/** The fields in which two states differ; a field missing from one of them is omitted. */
export function listDifferences(before: RevisionFields, after: RevisionFields): FieldDifference[] {
  return READABLE.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    return was === undefined || is === undefined || was === is ? [] : [{ field, before: was, after: is }];
  });
}

/**
 * The changes of a revision. A new lesson is compared with a blank one; a rejected edit with the values that
 * won.
 */
export function listChanges(
  revisions: readonly Revision[],
  id: string,
  known: RevisionFields,
): FieldDifference[] {
  const place = revisions.findIndex((revision) => revision.id === id);
  const revision = revisions[place];
  if (revision === undefined || revision.kind === 'delete') return [];
  if (revision.kind === 'create') return listDifferences(blank, revision.after);
  const previous = revisions.slice(place + 1).find(({ kind }) => kind !== 'aside');
  const before = previous === undefined ? known : stateAt(revisions, previous.id, known);
  return listDifferences({ ...before, ...revision.before }, revision.after);
}

/** No type, so that the type of a new lesson is always among its changes. */
const blank: RevisionFields = { title: '', ...lessonEntity.defaults, type: '' };

/** The fields of a version that an edit can restore. */
export function restorable(revision: Revision, state: RevisionFields): LessonFields {
  return restorableFields(revision.kind === 'aside' ? revision.after : state);
}
