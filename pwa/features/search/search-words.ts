import type { Found } from '../../search/search-courses.ts';

/** How much is searched, and what is not, because its text is not here. */
export function describeScope({ here, all }: { here: number; all: number }): string {
  const searched = `Searches the text of ${counted(here, 'lesson')} on this device, with or without a network.`;
  if (here === all) return searched;
  return `${searched} The text of ${all - here} more is not here yet.`;
}

/** What was found, in a line that is read out. */
export function describeFound({ count, courses, isPartial }: Found, words: string): string {
  if (count === 0) return `No lesson here has “${words.trim()}”.`;
  const shown = courses.reduce((sum, { hits }) => sum + hits.length, 0);
  const where = courses.length === 1 ? '' : ` in ${courses.length} courses`;
  if (shown < count) return `The best ${shown} of ${count} lessons${where}`;
  if (isPartial)
    return `No lesson has all of these words; ${counted(count, 'lesson')}${where} with some of them`;
  return `${counted(count, 'lesson')}${where}`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
