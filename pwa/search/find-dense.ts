import { type Matches, TITLE_WEIGHT } from './matches.ts';
import type { DenseTerm } from './terms.ts';

/** The folded texts of a lesson. */
export interface FoldedLesson {
  readonly title: string;
  readonly words: string;
  readonly readings: string;
}

/** A lesson with the run as it is written is better than one that has its words at different places. */
const RUN_WEIGHT = 4;
/** More occurrences make no lesson better. */
const COUNT_MAX = 20;

/**
 * Finds a dense run in texts. A lesson matches that has the whole run, or all of its words; with `some`, any of its
 * words that is longer than one character.
 */
export function findDense(
  lessons: ReadonlyMap<string, FoldedLesson>,
  { run, words }: DenseTerm,
  mode: 'all' | 'some',
): Matches {
  const found = new Map<string, { score: number; terms: string[] }>();
  for (const [id, lesson] of lessons) {
    const whole = scoreOf(lesson, run);
    const scores = whole > 0 ? [] : words.map((term) => scoreOf(lesson, term));
    const present = words.filter((_, at) => (scores[at] ?? 0) > 0);
    const score = scores.reduce((sum, one) => sum + one, 0) / words.length;
    if (whole > 0) found.set(id, { score: whole * RUN_WEIGHT, terms: [run] });
    else if (mode === 'all' ? present.length === words.length : present.some(({ length }) => length > 1))
      found.set(id, { score, terms: present });
  }
  // Terms that few lessons have are worth more, as in the index.
  const rarity = Math.log(1 + lessons.size / Math.max(1, found.size));
  for (const match of found.values()) match.score *= rarity;
  return found;
}

const scoreOf = ({ title, words, readings }: FoldedLesson, term: string): number =>
  TITLE_WEIGHT * weightOf(countOf(title, term)) + weightOf(countOf(words, term) + countOf(readings, term));

const weightOf = (count: number): number => Math.log2(1 + count);

function countOf(text: string, term: string): number {
  let count = 0;
  for (let at = text.indexOf(term); at !== -1 && count < COUNT_MAX; at = text.indexOf(term, at + term.length))
    count += 1;
  return count;
}
