import { restorableFields } from '#pwa/sync/commands/restorable-fields.ts';
import type { Revision, RevisionFields } from '#schema/editor/history.ts';
import { isReadableField } from '#schema/entities/field-rules.ts';
import { type LessonFields, lessonEntity } from '#schema/entities/lesson-entity.ts';

/**
 * Returns the lesson as of a revision, without its HTML if that was not loaded (for a deletion: before it; for a rejected edit: as if it had been
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
  for (const newer of revisions.slice(0, place)) state = { ...state, ...present(newer, newer.before) };
  for (const older of revisions.slice(place + 1).reverse())
    if (older.kind !== 'aside') state = { ...state, ...present(older, older.after) };
  const own = present(revision, revision.kind === 'delete' ? revision.before : revision.after);
  const { content, ...fields } = { ...state, ...own };
  const isKnown = content !== undefined && listMissingTexts(revisions, id).length === 0;
  return isKnown ? { ...fields, content } : fields;
}

/** The fields without HTML that was not loaded. */
function present({ omittedCharacters }: Revision, fields: RevisionFields): RevisionFields {
  if (omittedCharacters === undefined) return fields;
  const { content: _, ...rest } = fields;
  return rest;
}

/**
 * The revisions whose HTML has to be loaded to show a version and its changes: the revision itself, or the one from
 * which its text is known.
 *
 * @param revisions newest first
 */
export function listMissingTexts(revisions: readonly Revision[], id: string): string[] {
  const place = revisions.findIndex((revision) => revision.id === id);
  const revision = revisions[place];
  if (revision === undefined) return [];
  const has = (fields: RevisionFields): boolean => 'content' in fields;
  const older = revisions.slice(place + 1).find(({ kind, after }) => kind !== 'aside' && has(after));
  const newer = revisions.slice(0, place).findLast(({ before }) => has(before));
  const isOwn = has(revision.after) || has(revision.before);
  // A rejected text is compared with the one that won.
  const isCompared = !isOwn || revision.kind === 'aside';
  const sources = [...(isOwn ? [revision] : []), ...(isCompared ? [older ?? newer] : [])];
  return sources.flatMap((source) => (source?.omittedCharacters === undefined ? [] : [source.id]));
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
  const after = present(revision, revision.after);
  if (revision.kind === 'create') return listDifferences(blank, after);
  const previous = revisions.slice(place + 1).find(({ kind }) => kind !== 'aside');
  const before = previous === undefined ? known : stateAt(revisions, previous.id, known);
  return listDifferences({ ...before, ...present(revision, revision.before) }, after);
}

/** No type, so that the type of a new lesson is always among its changes. */
const blank: RevisionFields = { title: '', ...lessonEntity.defaults, type: '' };

/** The fields of a version that an edit can restore. */
export function restorable(revision: Revision, state: RevisionFields): LessonFields {
  return restorableFields(revision.kind === 'aside' ? present(revision, revision.after) : state);
}
