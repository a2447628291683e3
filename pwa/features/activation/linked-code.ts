import { findRoute } from '#pwa/paths.ts';
import { CODE_PARAMETER } from '#schema/activation/code-link.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '#schema/limits.ts';
import { codeDraft } from './code-draft.ts';

/**
 * Moves the code of a link to the page of a code into the draft of its field, which lasts for the tab and so through
 * a login, and out of the address: history, screenshots and copied addresses would show it.
 *
 * @returns whether the address contained a code
 */
export function takeLinkedCode(): boolean {
  const courseId = courseAt(location.pathname);
  if (courseId === null) return false;
  const code = codeIn(location.hash) ?? codeIn(location.search);
  if (code === null) return false;
  const isCode = code.trim() !== '' && code.length <= ACTIVATION_CODE_MAX_CHARACTERS;
  if (isCode) codeDraft(courseId).write(code.trim());
  history.replaceState(history.state, '', location.pathname);
  return true;
}

/** The course on whose page a code is entered; null for any other page. */
function courseAt(pathname: string): string | null {
  const route = findRoute(pathname);
  const [, , courseId = ''] = pathname.split('/');
  return route === 'activate' || route === 'card' ? courseId : null;
}

/** @param part the fragment, or the query: links are also written by hand */
function codeIn(part: string): string | null {
  return new URLSearchParams(part.slice(1)).get(CODE_PARAMETER);
}
