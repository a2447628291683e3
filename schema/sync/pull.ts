import * as v from 'valibot';
import { User } from '../account/user.ts';
import { Lesson } from '../courses/lesson.ts';
import { Resource } from '../courses/resource.ts';
import { courseEntity } from '../entities/course-entity.ts';
import { moduleEntity } from '../entities/module-entity.ts';
import { Id, Instant } from '../id.ts';
import { CodeStats } from '../learning/codes.ts';
import { LessonProgress } from '../learning/progress.ts';
import { Attempt } from '../quizzes/attempt.ts';
import { Question, Quiz } from '../quizzes/quiz.ts';

/*
 * Others' changes (docs/protocol.md, Pull): rows, not trees, in the order of the server's sequence. A row
 * that changed several times is sent once, in its current state. Positions are fractional keys.
 */
const place = { position: v.string(), version: v.number() };

export const PulledCourse = v.object({
  id: Id,
  ...courseEntity.fields,
  enrollmentCount: v.number(),
  createdAt: Instant,
  updatedAt: Instant,
  ...place,
  /** For admins only. */
  codeStats: v.optional(CodeStats),
});
export type PulledCourse = v.InferOutput<typeof PulledCourse>;

export const PulledModule = v.object({
  id: Id,
  courseId: Id,
  ...moduleEntity.fields,
  ...place,
});
export type PulledModule = v.InferOutput<typeof PulledModule>;

/** A lesson with its HTML, without its resources, which are separate rows. */
export const PulledLesson = v.object({
  ...v.omit(Lesson, ['resources']).entries,
  courseId: Id,
  moduleId: Id,
  ...place,
});
export type PulledLesson = v.InferOutput<typeof PulledLesson>;

export const PulledResource = v.object({ ...Resource.entries, courseId: Id, lessonId: Id, ...place });
export type PulledResource = v.InferOutput<typeof PulledResource>;

const deletedRow = { id: Id, deleted: v.literal(true) };
const changed = <K extends string, D extends v.GenericSchema>(kind: K, data: D) =>
  v.union([
    v.object({ kind: v.literal(kind), id: Id, deleted: v.optional(v.literal(false), false), data }),
    v.object({ kind: v.literal(kind), ...deletedRow }),
  ]);

/**
 * `activation`: its id is the course's. A new one gives the user access to the course, whose rows must be
 * fetched whole (older rows are not repeated here); `deleted` means that access was removed. `progress`: its
 * id is the lesson's.
 */
export const Change = v.union([
  changed('user', User),
  changed('course', PulledCourse),
  changed('module', PulledModule),
  changed('lesson', PulledLesson),
  changed('resource', PulledResource),
  changed('quiz', Quiz),
  changed('question', Question),
  changed('progress', LessonProgress),
  changed('attempt', Attempt),
  changed('activation', v.object({ courseId: Id, activatedAt: Instant })),
]);
export type Change = v.InferOutput<typeof Change>;

/**
 * Increases with each kind of row that is added. A device whose app knew fewer kinds pulls from the start after an update,
 * because it has passed over the rows of the others.
 */
export const PULL_LEVEL = 1;

const knownKinds: ReadonlySet<string> = new Set(
  Change.options.map(({ options: [{ entries }] }) => entries.kind.literal),
);
/** Rows of a kind that this version does not know are passed over. */
const Changes = v.pipe(
  v.array(v.looseObject({ kind: v.string() })),
  v.filterItems(({ kind }) => knownKinds.has(kind)),
  v.array(Change),
);

/**
 * `cursor` points after the last change; `more`: request again at once. `epoch` identifies the history of the
 * server's database: another one means that it was restored from a backup and may lack acknowledged commands.
 */
export const PullReply = v.object({
  changes: Changes,
  cursor: v.string(),
  more: v.boolean(),
  epoch: v.string(),
  /** The number of the last change that the cursor is behind; missing from servers that push no pages. */
  sequence: v.optional(v.number()),
});
export type PullReply = v.InferOutput<typeof PullReply>;

/**
 * A page within an event, for a device that has pulled all changes up to `after`. It is the last one: `more` is
 * false.
 */
export const PushedPage = v.object({ ...PullReply.entries, after: v.number(), sequence: v.number() });
export type PushedPage = v.InferOutput<typeof PushedPage>;
