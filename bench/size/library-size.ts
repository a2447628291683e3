/** How much a generated library has; see {@link fillLibrary}. */
export interface LibrarySize {
  readonly courses: number;
  readonly lessonsPerCourse: number;
  readonly lessonCharacters: number;
  /** Characters of HTML in each lesson of {@link HEAVY_COURSE}. */
  readonly heavyLessonCharacters: number;
  readonly people: number;
  readonly activationsPerPerson: number;
  readonly progressPerPerson: number;
  /** Learners of {@link POPULAR_COURSE}. */
  readonly popularLearners: number;
  /** Unused codes of {@link CODES_COURSE}. */
  readonly codes: number;
  /** Unused codes of {@link HEAVY_COURSE}: `CLASS-0` and on. */
  readonly classSize: number;
  readonly revisions: number;
  /** Rows of each table that the daily sweep removes from. */
  readonly expired: number;
}

/** The size that one server is meant for: 500,000 activations and two million rows of progress. */
export const LARGE: LibrarySize = {
  courses: 500,
  lessonsPerCourse: 100,
  lessonCharacters: 1_600,
  heavyLessonCharacters: 120_000,
  people: 50_000,
  activationsPerPerson: 10,
  progressPerPerson: 40,
  popularLearners: 10_000,
  codes: 200_000,
  classSize: 60,
  revisions: 200_000,
  expired: 50_000,
};

/** The same for a learner: a person has as many courses and as much progress as in the large one. */
export const SMALL: LibrarySize = {
  ...LARGE,
  ...{ courses: 14, people: 60, popularLearners: 20, codes: 20, revisions: 20, expired: 0 },
};

/** Everybody's first course has {@link LibrarySize.popularLearners}, and may be deleted: it is not published. */
export const POPULAR_COURSE = 'course-00000';
export const HEAVY_COURSE = 'course-00001';
export const CODES_COURSE = 'course-00002';

const PEOPLE_PER_COURSE = 20;

/**
 * A library for measuring growth: with `courses` 500 it has 10,000 users, 100,000 activations and a million rows of
 * progress. No course differs from the others, except in the number of its learners.
 */
export const libraryOf = (courses: number): LibrarySize => {
  const people = courses * PEOPLE_PER_COURSE;
  return {
    ...LARGE,
    ...{ courses, people, heavyLessonCharacters: LARGE.lessonCharacters, expired: 0 },
    // A person cannot have more courses than there are.
    activationsPerPerson: Math.min(10, courses - 3),
    ...{ progressPerPerson: 100, popularLearners: people / 10, codes: people, revisions: people * 20 },
  };
};
