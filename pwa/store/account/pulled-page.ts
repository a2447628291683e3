import type { User } from '#schema/account/user.ts';
import type { LessonProgress } from '#schema/learning/progress.ts';
import type { Attempt } from '#schema/quizzes/attempt.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import type { Change, PulledCourse, PulledLesson, PulledModule, PulledResource } from '#schema/sync/pull.ts';

/** The changes of one page by kind: current rows, and the ids of deleted ones. */
export interface PulledPage {
  readonly courses: readonly PulledCourse[];
  readonly modules: readonly PulledModule[];
  readonly lessons: readonly PulledLesson[];
  readonly resources: readonly PulledResource[];
  readonly quizzes: readonly Quiz[];
  readonly questions: readonly Question[];
  readonly progress: readonly LessonProgress[];
  readonly attempts: readonly Attempt[];
  readonly user: User | null;
  readonly gone: Readonly<Record<Change['kind'], readonly string[]>>;
}

export const emptyPage: PulledPage = {
  courses: [],
  modules: [],
  lessons: [],
  resources: [],
  quizzes: [],
  questions: [],
  progress: [],
  attempts: [],
  user: null,
  gone: {
    ...{ user: [], course: [], module: [], lesson: [], resource: [], quiz: [], question: [] },
    ...{ progress: [], attempt: [], activation: [] },
  },
};

/** Groups the changes of a page, which contains each row once. */
export function sortChanges(changes: readonly Change[]): PulledPage {
  const present = changes.filter((change) => change.deleted !== true);
  const goneOf = (kind: Change['kind']) =>
    changes.filter((change) => change.kind === kind && change.deleted === true).map(({ id }) => id);
  return {
    courses: present.flatMap((change) => (change.kind === 'course' ? [change.data] : [])),
    modules: present.flatMap((change) => (change.kind === 'module' ? [change.data] : [])),
    lessons: present.flatMap((change) => (change.kind === 'lesson' ? [change.data] : [])),
    resources: present.flatMap((change) => (change.kind === 'resource' ? [change.data] : [])),
    quizzes: present.flatMap((change) => (change.kind === 'quiz' ? [change.data] : [])),
    questions: present.flatMap((change) => (change.kind === 'question' ? [change.data] : [])),
    attempts: present.flatMap((change) => (change.kind === 'attempt' ? [change.data] : [])),
    progress: present.flatMap((change) => (change.kind === 'progress' ? [change.data] : [])),
    user: present.flatMap((change) => (change.kind === 'user' ? [change.data] : []))[0] ?? null,
    gone: {
      ...{ user: goneOf('user'), course: goneOf('course'), module: goneOf('module') },
      ...{ lesson: goneOf('lesson'), resource: goneOf('resource') },
      ...{ quiz: goneOf('quiz'), question: goneOf('question'), attempt: goneOf('attempt') },
      ...{ progress: goneOf('progress'), activation: goneOf('activation') },
    },
  };
}

/** Returns a unique name for every row of a page that a full pull from the start may find deleted. */
export function namesOf(page: PulledPage): string[] {
  const { courses, modules, lessons, resources, quizzes, questions, attempts } = page;
  return [
    ...courses.map(({ id }) => rowName('course', id)),
    ...modules.map(({ id }) => rowName('module', id)),
    ...lessons.map(({ id }) => rowName('lesson', id)),
    ...resources.map(({ id }) => rowName('resource', id)),
    ...quizzes.map(({ id }) => rowName('quiz', id)),
    ...questions.map(({ id }) => rowName('question', id)),
    ...attempts.map(({ id }) => rowName('attempt', id)),
  ];
}

type NamedKind = Exclude<Change['kind'], 'user' | 'progress' | 'activation'>;

export function rowName(kind: NamedKind, id: string): string {
  return `${kind}/${id}`;
}
