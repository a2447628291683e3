import MiniSearch, { type Options } from 'minisearch';
import * as v from 'valibot';
import { fold } from '#schema/search/fold.ts';
import { type FoldedLesson, findDense } from './find-dense.ts';
import { joinMatches, type Match, type Matches, TITLE_WEIGHT } from './matches.ts';
import { readQuery, stemOf, termsOf } from './terms.ts';

/** A lesson for the index. */
export interface IndexedLesson {
  readonly id: string;
  readonly title: string;
  /** Its text without markup. */
  readonly words: string;
  /** The readings above its characters, which are not part of the text. */
  readonly readings: string;
}

const options: Options<IndexedLesson> = {
  fields: ['title', 'words', 'readings'],
  tokenize: (text) => termsOf(fold(text)),
  processTerm: stemOf,
  // Deletions are few, and a course's index is rebuilt before they add up.
  autoVacuum: false,
};
/** Shorter prefixes match too many terms, except in scripts where a character is a syllable or a word. */
const PREFIX_FROM_CHARACTERS = 3;
const SPELLED_WITH_FEW = /[\u0500-\uFFFF]/;
/** Short terms have too many neighbours for fuzzy matching. */
const FUZZY_FROM_CHARACTERS = 5;
const FUZZINESS = 0.2;
/** How many terms of a lesson are highlighted for each query term. */
const TERMS_MARKED = 4;
/** How many lessons are indexed before other tasks get a turn. */
const LESSONS_A_SLICE = 5;

/** A stored index: its terms as the library serialises them, and the lessons' texts for the excerpts. */
const StoredIndex = v.object({
  terms: v.string(),
  lessons: v.array(v.object({ id: v.string(), title: v.string(), words: v.string(), readings: v.string() })),
});
export type StoredIndex = v.InferOutput<typeof StoredIndex>;

export interface LessonMatch extends Match {
  readonly lesson: IndexedLesson;
}

/** The search index of one offline course. */
export class CourseIndex {
  private readonly index: MiniSearch<IndexedLesson>;
  private readonly lessons = new Map<string, IndexedLesson>();
  /** Their folded texts, computed once rather than at each keystroke. */
  private readonly folded = new Map<string, FoldedLesson>();

  private constructor(index: MiniSearch<IndexedLesson>, lessons: readonly IndexedLesson[]) {
    this.index = index;
    for (const lesson of lessons) this.hold(lesson);
  }

  static empty(): CourseIndex {
    return new CourseIndex(new MiniSearch(options), []);
  }

  /** Loads a stored index, slice by slice; null if it is damaged or has another format. */
  static async load(stored: unknown): Promise<CourseIndex | null> {
    const parsed = v.safeParse(StoredIndex, stored);
    if (!parsed.success) return null;
    const { terms, lessons } = parsed.output;
    try {
      const index = await MiniSearch.loadJSONAsync(terms, options);
      return new CourseIndex(index, lessons);
    } catch {
      return null;
    }
  }

  store(): StoredIndex {
    return { terms: JSON.stringify(this.index), lessons: [...this.lessons.values()] };
  }

  remove(lessonId: string): void {
    if (!this.lessons.delete(lessonId)) return;
    this.folded.delete(lessonId);
    this.index.discard(lessonId);
  }

  /** Adds lessons, replacing their earlier versions. */
  async put(lessons: readonly IndexedLesson[]): Promise<void> {
    for (const lesson of lessons) {
      this.remove(lesson.id);
      this.hold(lesson);
    }
    await this.index.addAllAsync(lessons, { chunkSize: LESSONS_A_SLICE });
  }

  /** Returns lessons with all of the terms, or (`some`) with any of them, the best ones first. */
  find(text: string, mode: 'all' | 'some'): LessonMatch[] {
    const { words, dense } = readQuery(text);
    const results = dense.map((term) => findDense(this.folded, term, mode));
    if (words.length > 0) results.push(this.findTerms(words, mode));
    return [...joinMatches(results, mode)]
      .flatMap(([id, match]) => {
        const lesson = this.lessons.get(id);
        return lesson === undefined ? [] : [{ lesson, ...match }];
      })
      .sort((a, b) => b.score - a.score);
  }

  /** Finds folded words, their beginnings and similar ones in the index. */
  private findTerms(words: readonly string[], mode: 'all' | 'some'): Matches {
    const results = this.index.search(words.join(' '), {
      boost: { title: TITLE_WEIGHT },
      prefix: (term) => term.length >= PREFIX_FROM_CHARACTERS || SPELLED_WITH_FEW.test(term),
      fuzzy: (term) => (term.length >= FUZZY_FROM_CHARACTERS ? FUZZINESS : false),
      combineWith: mode === 'all' ? 'AND' : 'OR',
    });
    return new Map(
      results.map(({ id, score, terms, queryTerms }) => [
        String(id),
        { score, terms: chooseTerms(terms, queryTerms) },
      ]),
    );
  }

  private hold(lesson: IndexedLesson): void {
    this.lessons.set(lesson.id, lesson);
    const { title, words, readings } = lesson;
    this.folded.set(lesson.id, { title: fold(title), words: fold(words), readings: fold(readings) });
  }
}

/**
 * Returns the terms to highlight: the nearest few for each query term, because a prefix may match hundreds.
 */
function chooseTerms(terms: readonly string[], queried: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const nearest = [...terms].sort((a, b) => a.length - b.length);
  return nearest.filter((term) => {
    const of = queried.find((queryTerm) => term.startsWith(queryTerm)) ?? '';
    const count = counts.get(of) ?? 0;
    counts.set(of, count + 1);
    return count < TERMS_MARKED;
  });
}
