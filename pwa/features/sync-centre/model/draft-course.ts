/** Editor drafts have ids of the form `editor/<courseId>/…`, with `new` for a course that was never saved. */
export const EDITOR_DRAFTS = 'editor';
export const NEW_COURSE = 'new';

/** The course id of an editor draft; null for any other draft. */
export function courseOfDraft(id: string): string | null {
  const [kind, courseId] = id.split('/');
  return kind === EDITOR_DRAFTS && courseId !== undefined ? courseId : null;
}
