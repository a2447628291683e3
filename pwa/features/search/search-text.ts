import type { Found } from '#pwa/search/search-courses.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';

/** The number of searched lessons, and of those whose text is not on this device. */
export function describeScope({ here, all }: { here: number; all: number }): string {
  const searched = `Searches the text of ${countOf(here, 'lesson')} on this device. Works offline.`;
  if (here === all) return searched;
  return `${searched} ${formatCount(all - here)} more not downloaded yet.`;
}

/** A summary of the matches, for the live region. */
export function describeFound({ count, courses, isPartial }: Found, query: string): string {
  if (count === 0) return `No lesson contains “${query.trim()}”.`;
  const shown = courses.reduce((sum, { hits }) => sum + hits.length, 0);
  const where = courses.length === 1 ? '' : ` in ${countOf(courses.length, 'course')}`;
  if (shown < count) return `Top ${formatCount(shown)} of ${countOf(count, 'lesson')}${where}`;
  if (isPartial) return `No lesson contains all terms; ${countOf(count, 'lesson')}${where} with some of them`;
  return `${countOf(count, 'lesson')}${where}`;
}
