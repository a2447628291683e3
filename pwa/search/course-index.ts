import MiniSearch, { type Options } from 'minisearch';
import * as v from 'valibot';
import { fold } from './fold.ts';

/** A lesson as the index knows it: `words` is its text without markup. */
export interface IndexedLesson {
  readonly id: string;
  readonly title: string;
  readonly words: string;
}

const options: Options<IndexedLesson> = {
  fields: ['title', 'words'],
  processTerm: fold,
  // Deletions are few, and a course is made anew before they add up.
  autoVacuum: false,
};
/** The title says what a lesson is about. */
const TITLE_WEIGHT = 4;
/** So few letters begin too many words; not so where a letter is a syllable or a word. */
const PREFIX_FROM_CHARACTERS = 3;
const SPELLED_WITH_FEW = /[\u0500-\uFFFF]/;
/** Short words have too many neighbours to be guessed at. */
const FUZZY_FROM_CHARACTERS = 5;
const FUZZINESS = 0.2;
/** Words of a lesson that are marked for each that was asked for. */
const TERMS_MARKED = 4;
/** So many lessons are read into the index before whatever else waits has its turn. */
const LESSONS_A_SLICE = 5;

/** What is kept of an index: its terms as their maker writes them, and the lessons' words for the excerpts. */
const StoredIndex = v.object({
  terms: v.string(),
  lessons: v.array(v.object({ id: v.string(), title: v.string(), words: v.string() })),
});
export type StoredIndex = v.InferOutput<typeof StoredIndex>;

export interface LessonMatch {
  readonly lesson: IndexedLesson;
  /** Its words, folded. */
  readonly folded: string;
  readonly score: number;
  /** The words of the index that were found, folded. */
  readonly terms: readonly string[];
}

/** The words of one kept course. */
export class CourseIndex {
  private readonly index: MiniSearch<IndexedLesson>;
  private readonly lessons = new Map<string, IndexedLesson>();
  /** Their words folded, once and not at each key that somebody presses. */
  private readonly folded = new Map<string, string>();

  private constructor(index: MiniSearch<IndexedLesson>, lessons: readonly IndexedLesson[]) {
    this.index = index;
    for (const lesson of lessons) this.hold(lesson);
  }

  static empty(): CourseIndex {
    return new CourseIndex(new MiniSearch(options), []);
  }

  /** Takes up a stored index, slice by slice; null for one that is damaged or was written by another hand. */
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
    this.index.discard(lessonId);
  }

  /** Puts lessons in, in place of what was known of them. */
  async put(lessons: readonly IndexedLesson[]): Promise<void> {
    for (const lesson of lessons) {
      this.remove(lesson.id);
      this.hold(lesson);
    }
    await this.index.addAllAsync(lessons, { chunkSize: LESSONS_A_SLICE });
  }

  /** Lessons with all of the words, or (`some`) with any of them, the best ones first. */
  find(query: string, words: 'all' | 'some'): LessonMatch[] {
    const results = this.index.search(query, {
      boost: { title: TITLE_WEIGHT },
      prefix: (term) => term.length >= PREFIX_FROM_CHARACTERS || SPELLED_WITH_FEW.test(term),
      fuzzy: (term) => (term.length >= FUZZY_FROM_CHARACTERS ? FUZZINESS : false),
      combineWith: words === 'all' ? 'AND' : 'OR',
    });
    return results.flatMap(({ id, score, terms, queryTerms }) => {
      const lesson = this.lessons.get(String(id));
      const folded = this.folded.get(String(id)) ?? '';
      return lesson === undefined ? [] : [{ lesson, folded, score, terms: chooseTerms(terms, queryTerms) }];
    });
  }

  private hold(lesson: IndexedLesson): void {
    this.lessons.set(lesson.id, lesson);
    this.folded.set(lesson.id, fold(lesson.words));
  }
}

/** The words to mark: of each that was asked for the nearest few, for the beginning of a word may stand for hundreds. */
function chooseTerms(terms: readonly string[], asked: readonly string[]): string[] {
  const counts = new Map<string, number>();
  const nearest = [...terms].sort((a, b) => a.length - b.length);
  return nearest.filter((term) => {
    const of = asked.find((word) => term.startsWith(word)) ?? '';
    const count = counts.get(of) ?? 0;
    counts.set(of, count + 1);
    return count < TERMS_MARKED;
  });
}
