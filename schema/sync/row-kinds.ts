import * as v from 'valibot';
import { User } from '../account/user.ts';
import { namesOf } from '../editor/given.ts';
import { courseEntity } from '../entities/course-entity.ts';
import { lessonEntity } from '../entities/lesson-entity.ts';
import { moduleEntity } from '../entities/module-entity.ts';
import { questionEntity } from '../entities/question-entity.ts';
import { quizEntity } from '../entities/quiz-entity.ts';
import { resourceEntity } from '../entities/resource-entity.ts';
import { Id, Instant } from '../id.ts';
import { LessonProgress } from '../learning/progress.ts';
import { Attempt } from '../quizzes/attempt.ts';
import { Question, Quiz } from '../quizzes/quiz.ts';
import { PulledCourse, PulledLesson, PulledModule, PulledResource } from './pulled-rows.ts';

/*
 * The kinds of rows that devices pull. What is the same for each of them is derived from these lists: the shape of a page,
 * tombstones, copies, and what is written and removed on the device. docs/how-to.md has the steps for another kind.
 *
 * entity  what of it can be edited
 * table   the name of its table on the server and on the device, and of its rows in the content of a course
 * parent  the kind of row that it is in, which its row names as `<parent>Id`; it is deleted with it
 * level   the PULL_LEVEL at which it came
 */

/** The shapes of a row and of its change in the pull. */
const pulled = <Kind extends string, Row extends v.GenericSchema>(kind: Kind, row: Row) => ({
  row,
  change: v.union([
    v.object({
      ...{ kind: v.literal(kind), id: Id },
      ...{ deleted: v.optional(v.literal(false), false), data: row },
    }),
    v.object({ kind: v.literal(kind), id: Id, deleted: v.literal(true) }),
  ]),
});

/** The course as the editor shows it. */
const outlineKinds = {
  course: {
    ...pulled('course', PulledCourse),
    entity: courseEntity,
    table: 'courses',
    parent: null,
    level: 1,
  },
  module: {
    ...pulled('module', PulledModule),
    entity: moduleEntity,
    table: 'modules',
    parent: 'course',
    level: 1,
  },
  lesson: {
    ...pulled('lesson', PulledLesson),
    entity: lessonEntity,
    table: 'lessons',
    parent: 'module',
    level: 1,
  },
  resource: {
    ...pulled('resource', PulledResource),
    entity: resourceEntity,
    table: 'resources',
    parent: 'lesson',
    level: 1,
  },
} as const;

/** The other parts of lessons, each after its parent. */
export const plainKinds = {
  quiz: { ...pulled('quiz', Quiz), entity: quizEntity, table: 'quizzes', parent: 'lesson', level: 1 },
  question: {
    ...pulled('question', Question),
    entity: questionEntity,
    table: 'questions',
    parent: 'quiz',
    level: 1,
  },
} as const;

/** The parts of courses, which admins edit, each after its parent. All but the course itself have `courseId`. */
export const partKinds = { ...outlineKinds, ...plainKinds };

/** Rows of one user in the parts of courses. `id`: the column that, with the user, names the row. */
export const studyKinds = {
  progress: {
    ...pulled('progress', LessonProgress),
    table: 'progress',
    parent: 'lesson',
    id: 'lessonId',
    level: 1,
  },
  attempt: { ...pulled('attempt', Attempt), table: 'attempts', parent: 'quiz', id: 'id', level: 1 },
} as const;

/** The other rows of one user. */
const accountKinds = {
  user: { ...pulled('user', User), level: 1 },
  activation: { ...pulled('activation', v.object({ courseId: Id, activatedAt: Instant })), level: 1 },
} as const;

export const rowKinds = { ...partKinds, ...studyKinds, ...accountKinds };

export type PlainKind = keyof typeof plainKinds;
export type PartKind = keyof typeof partKinds;
/** A kind of rows in a course. */
export type InnerKind = Exclude<PartKind, 'course'>;
export type StudyKind = keyof typeof studyKinds;
export type OwnKind = StudyKind | keyof typeof accountKinds;
export type RowKind = keyof typeof rowKinds;
/** A row as it is pulled. */
export type RowOf<K extends RowKind> = v.InferOutput<(typeof rowKinds)[K]['row']>;

export const plainKindNames = namesOf(plainKinds);
export const partKindNames = namesOf(partKinds);
export const innerKindNames = partKindNames.filter((kind): kind is InnerKind => kind !== 'course');
export const studyKindNames = namesOf(studyKinds);
export const rowKindNames = namesOf(rowKinds);

/** Whether the rows of a kind are a user's own; the others are parts of courses. */
export const isOwnKind = (kind: RowKind): kind is OwnKind => !(kind in partKinds);

export const isPlainKind = (kind: RowKind): kind is PlainKind => kind in plainKinds;

/** The kinds of rows inside those of a kind, each after its parent. */
export function kindsInside(kind: PartKind): PartKind[] {
  const inside: PartKind[] = [];
  for (const name of partKindNames) {
    const { parent } = partKinds[name];
    if (parent !== null && (parent === kind || inside.includes(parent))) inside.push(name);
  }
  return inside;
}

/** The column of a row in a course that names its parent. */
export const parentColumn = <Kind extends InnerKind>(kind: Kind) => `${partKinds[kind].parent}Id` as const;
