import { findRoute } from '#pwa/paths.ts';
import { CODE_PARAMETER } from '#schema/activation/code-link.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '#schema/limits.ts';
import { codeDraft } from './code-draft.ts';

/**
 * Moves the code of a link to an activation page into the draft of its field, which lasts for the tab and so through
 * a login, and out of the address: history, screenshots and copied addresses would show it.
 *
 * @returns whether the address contained a code
 */
export function takeLinkedCode(): boolean {
  if (findRoute(location.pathname) !== 'activate') return false;
  const code = codeIn(location.hash) ?? codeIn(location.search);
  if (code === null) return false;
  const [, , courseId = ''] = location.pathname.split('/');
  const isCode = code.trim() !== '' && code.length <= ACTIVATION_CODE_MAX_CHARACTERS;
  if (isCode) codeDraft(courseId).write(code.trim());
  history.replaceState(history.state, '', location.pathname);
  return true;
}

/** @param part the fragment, or the query: links are also written by hand */
function codeIn(part: string): string | null {
  return new URLSearchParams(part.slice(1)).get(CODE_PARAMETER);
}
