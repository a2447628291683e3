import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { QuizUse } from '../quizzes/question-kind.ts';

/*
 * The reports of how courses are studied (docs/why/pull.md has the definitions, which the screen
 * repeats).
 */

/** A lesson in the order of its course, and how many learners reached it or a later one. */
const ReachedLesson = v.object({
  lessonId: Id,
  title: v.string(),
  moduleTitle: v.string(),
  reached: v.number(),
});

/** A question of a quiz: how its attempts answered it, by the answers that count. */
const QuestionReport = v.object({
  questionId: Id,
  /** HTML. */
  prompt: v.string(),
  answered: v.number(),
  right: v.number(),
  leftOut: v.number(),
  /** The wrong answer that was given most; null if all were right, or the kind has none. */
  mostWrong: v.nullable(v.object({ text: v.string(), count: v.number() })),
});
export type QuestionReport = v.InferOutput<typeof QuestionReport>;

/** An attempt at a test that was handed in, by its number in the server's order. */
const ReportedAttempt = v.object({
  attemptId: Id,
  number: v.number(),
  handedInAt: Instant,
  score: v.nullable(v.number()),
  maxScore: v.nullable(v.number()),
  isPassed: v.boolean(),
  isOverLimit: v.boolean(),
});
export type ReportedAttempt = v.InferOutput<typeof ReportedAttempt>;

/** How the learners of a test did, by the attempt of each that counts. */
const TestScores = v.object({
  learners: v.number(),
  passed: v.number(),
  averagePercent: v.number(),
  /** Fifths of the points that can be reached, from the lowest. */
  bands: v.array(v.object({ from: v.number(), to: v.number(), learners: v.number() })),
});
export type TestScores = v.InferOutput<typeof TestScores>;

const QuizReport = v.object({
  quizId: Id,
  title: v.string(),
  lessonTitle: v.string(),
  use: QuizUse,
  questions: v.array(QuestionReport),
  learners: v.array(
    v.object({
      userId: Id,
      name: v.string(),
      attempts: v.number(),
      /** Points of the best attempt; null before one is graded. */
      best: v.nullable(v.number()),
      of: v.nullable(v.number()),
      /** Of a test; empty for practice. */
      handedIn: v.optional(v.array(ReportedAttempt), []),
    }),
  ),
  /** Of a test that was handed in; null for all others. */
  scores: v.optional(v.nullable(TestScores), null),
  /** Attempts that were graded with an earlier key than the present one. */
  outdated: v.optional(v.number(), 0),
});
export type QuizReport = v.InferOutput<typeof QuizReport>;

/** The way of the learners through one course: each number is at most the one before. */
export const CourseReport = v.object({
  courseId: Id,
  courseTitle: v.string(),
  activated: v.number(),
  started: v.number(),
  lessons: v.array(ReachedLesson),
  finished: v.number(),
  /** In the order of the lessons. */
  quizzes: v.optional(v.array(QuizReport), []),
});
export type CourseReport = v.InferOutput<typeof CourseReport>;

/** The progress of one person in all their courses. */
export const LearnerProgress = v.object({
  userId: Id,
  name: v.string(),
  email: v.string(),
  joinedAt: Instant,
  /** Numbers of courses. */
  activated: v.number(),
  started: v.number(),
  finished: v.number(),
  /** Marked complete, of the lessons in all activated courses. */
  lessonsCompleted: v.number(),
  lessons: v.number(),
  /** Required tests in all activated courses, and those of them that were passed. */
  testsRequired: v.optional(v.number(), 0),
  testsPassed: v.optional(v.number(), 0),
  /** When progress in one of these courses last changed; null before they started. */
  lastActiveAt: v.nullable(Instant),
});
export type LearnerProgress = v.InferOutput<typeof LearnerProgress>;

/** The activation codes that were registered together. */
export const CodeBatchReport = v.object({
  batchId: v.string(),
  /** Empty for a list that was uploaded. */
  name: v.string(),
  courseId: Id,
  courseTitle: v.string(),
  addedAt: Instant,
  /** How often its codes were used; several learners may use one. */
  uses: v.number(),
  codes: v.number(),
  /** Codes of which no use is left. */
  usedUp: v.number(),
  /** Codes that can still unlock the course. */
  unused: v.number(),
  /** Codes that were revoked or expired before they were used up. */
  ended: v.number(),
});
export type CodeBatchReport = v.InferOutput<typeof CodeBatchReport>;

/** A week that begins on a Monday, in UTC. */
export const CodeWeek = v.object({
  /** Its Monday, such as `2026-11-23`. */
  monday: v.string(),
  used: v.number(),
});
export type CodeWeek = v.InferOutput<typeof CodeWeek>;

export const CodesReport = v.object({
  /** Newest first. */
  batches: v.array(CodeBatchReport),
  /** The last {@link REPORT_WEEKS} weeks, oldest first, including weeks without any. */
  weeks: v.array(CodeWeek),
});
export type CodesReport = v.InferOutput<typeof CodesReport>;

export const CourseReportReply = v.object({ report: CourseReport });
export const CodesReportReply = v.object({ report: CodesReport });
/** In the order in which they joined; `next` is the `after` of the next page, null on the last one. */
export const LearnersReportReply = v.object({
  learners: v.array(LearnerProgress),
  next: v.nullable(v.string()),
});

export const REPORT_WEEKS = 26;
