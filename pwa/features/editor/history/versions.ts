import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { Revision, RevisionFields } from '#schema/history.ts';
import { restorableFields } from '../../../sync/restorable-fields.ts';

/**
 * The lesson as it was after a revision (of a deletion: before it; of words set aside: as they would have
 * made it). A field is what the last revision until then made it; before the first that is known, what the
 * next one found; and what no revision speaks of is as the server last said.
 *
 * @param revisions newest first
 * @param known the server's last words on the lesson
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

/** Shown in this order; others, such as the place among its neighbours, say nothing to read. */
const READABLE = ['title', 'description', 'content', 'duration', 'type', 'videoUrl'];

/** What differs between two states; a field that one of them does not know is left out. */
export function listDifferences(before: RevisionFields, after: RevisionFields): FieldDifference[] {
  return READABLE.flatMap((field) => {
    const [was, is] = [before[field], after[field]];
    return was === undefined || is === undefined || was === is ? [] : [{ field, before: was, after: is }];
  });
}

/** What a revision did. A new lesson came out of nothing; words set aside stand against those they lost to. */
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

const blank: RevisionFields = {
  title: '',
  description: '',
  content: '',
  duration: 0,
  type: '',
  videoUrl: null,
};

/** What an edit can bring back of a version. */
export function restorable(revision: Revision, state: RevisionFields): LessonFields {
  return restorableFields(revision.kind === 'aside' ? revision.after : state);
}
