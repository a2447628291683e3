/** Editor drafts have ids of the form `editor/<courseId>/…`, with `new` for a course that was never saved. */
const EDITOR_DRAFTS = 'editor';
export const NEW_COURSE = 'new';

/** The drafts of choices in conflicts; the rest of the id is the command's. */
export const CONFLICT_DRAFTS = 'conflict/';

/** The course id of an editor draft; null for any other draft. */
export function courseOfDraft(id: string): string | null {
  const [kind, courseId] = id.split('/');
  return kind === EDITOR_DRAFTS && courseId !== undefined ? courseId : null;
}

/** The module or lesson of an editor draft; null for the course's own fields. */
export function recordOfDraft(id: string): string | null {
  return id.split('/')[3] ?? null;
}

/** The key of a course's draft: all its records are one. */
export function courseDraftKey(courseId: string): string {
  return `${EDITOR_DRAFTS}/${courseId}`;
}

/**
 * What a draft row is counted and listed as: its course or its form. Null for choices about a refused edit, which is
 * counted itself.
 */
export function draftKey(id: string): string | null {
  if (id.startsWith(CONFLICT_DRAFTS)) return null;
  const courseId = courseOfDraft(id);
  return courseId === null ? id : courseDraftKey(courseId);
}

/** How many courses and forms have drafts. An image that is held until its course is saved is a draft too. */
export function countDrafts(ids: readonly string[], heldFor: readonly string[]): number {
  const keys = [...ids.map(draftKey), ...heldFor.map(courseDraftKey)];
  return new Set(keys.filter((key) => key !== null)).size;
}

/** The Web Lock of the tab in which a course is edited. */
export function editorLockName(userId: string, courseId: string): string {
  return `carrel-editor ${userId} ${courseId}`;
}
