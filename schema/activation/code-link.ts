/** The parameter of an activation page's address that contains a code. */
export const CODE_PARAMETER = 'code';

/**
 * The fragment of a link that fills in a code, such as `#code=SCHOOL-7KQ2-M9XD-R4TB`. Browsers send no fragment to a
 * server, so the code reaches no log and no `Referer`.
 */
export function codeFragment(code: string): string {
  return `#${CODE_PARAMETER}=${encodeURIComponent(code)}`;
}

/** The link of a code, which opens the page of its course with the code filled in (`card` in pwa/paths.ts). */
export function codeLink(origin: string, courseId: string, code: string): string {
  return `${origin}/activate/${encodeURIComponent(courseId)}${codeFragment(code)}`;
}
