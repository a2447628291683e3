import type { CourseIndex, LessonMatch } from './course-index.ts';
import { excerptOf, markAll, type Piece } from './excerpt.ts';

/** A lesson that matches. */
export interface Hit {
  readonly lessonId: string;
  readonly title: readonly Piece[];
  readonly excerpt: readonly Piece[];
  /** In the lesson's spelling, to find it there; null if only the title matches. */
  readonly term: string | null;
}

export interface CourseHits {
  readonly courseId: string;
  readonly hits: readonly Hit[];
}

export interface Found {
  readonly courses: readonly CourseHits[];
  /** How many lessons match, including those beyond the displayed ones. */
  readonly count: number;
  /** No lesson has all of the terms; these have some of them. */
  readonly isPartial: boolean;
}

/** The most results shown: with more matches, users refine their query. */
const HITS_MAX = 20;

const nothingFound: Found = { courses: [], count: 0, isPartial: false };

/** Searches all of the courses; the course with the best lesson comes first. */
export function searchCourses(indexes: ReadonlyMap<string, CourseIndex>, query: string): Found {
  if (query.trim() === '') return nothingFound;
  const all = findMatches(indexes, query, 'all');
  const isPartial = all.length === 0;
  const matches = isPartial ? findMatches(indexes, query, 'some') : all;
  const shown = matches.slice(0, HITS_MAX);
  const courseIds = [...new Set(shown.map(({ courseId }) => courseId))];
  const courses = courseIds.map((courseId) => ({
    courseId,
    hits: shown.filter((match) => match.courseId === courseId).map(hitOf),
  }));
  return { courses, count: matches.length, isPartial };
}

interface CourseMatch extends LessonMatch {
  readonly courseId: string;
}

function findMatches(
  indexes: ReadonlyMap<string, CourseIndex>,
  query: string,
  mode: 'all' | 'some',
): CourseMatch[] {
  const matches = [...indexes].flatMap(([courseId, index]) =>
    index.find(query, mode).map((match) => ({ ...match, courseId })),
  );
  return matches.sort((a, b) => b.score - a.score);
}

function hitOf({ lesson, terms }: LessonMatch): Hit {
  const excerpt = excerptOf(lesson.words, terms);
  return {
    lessonId: lesson.id,
    title: markAll(lesson.title, terms),
    excerpt,
    term: excerpt.find(({ isFound }) => isFound)?.text ?? null,
  };
}
