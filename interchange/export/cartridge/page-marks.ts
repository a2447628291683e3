const BEGIN = '<!--carrel:text-->';
const END = '<!--/carrel:text-->';

/**
 * Marks the text of a lesson in its page, so that an import into Carrel finds it among what is shown around it. No text
 * contains a mark: exported texts have no comments.
 */
export const markText = (text: string): string => BEGIN + text + END;

/** A page with a marked text. */
export interface MarkedPage {
  readonly text: string;
  /** The page without the text. */
  readonly around: string;
}

/** Returns the marked text of a page, as it was exported; null for the page of any other program. */
export function findMarkedText(page: string): MarkedPage | null {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) return null;
  const text = page.slice(begin + BEGIN.length, end).replaceAll(IN_WINDOW, '<a ');
  return { text, around: page.slice(0, begin) + page.slice(end + END.length) };
}

const IN_WINDOW = '<a target="_blank" ';
/** In exported pages, every `<` and `>` outside of a tag is escaped. */
const OUTSIDE_LINK = /<a (?=[^<>]*\bhref="https:)/g;

/**
 * Lets the links to other sites open in windows of their own. Learning systems show pages in a frame, which many sites
 * refuse to be opened in.
 */
export const openInWindows = (page: string): string => page.replace(OUTSIDE_LINK, IN_WINDOW);
