/** Ids of the editor's drafts are `editor/<courseId>/…`; `new` is the id of a course that was never saved. */
export const EDITOR_DRAFTS = 'editor';
export const NEW_COURSE = 'new';

/** The id of the course that an editor draft belongs to; null for any other draft. */
export function courseOfDraft(id: string): string | null {
  const [kind, courseId] = id.split('/');
  return kind === EDITOR_DRAFTS && courseId !== undefined ? courseId : null;
}
