import * as v from 'valibot';
import type { LearnersParts } from '#schema/courses/course-content.ts';
import { type Attempt, GivenAnswer } from '#schema/quizzes/attempt.ts';
import { plainKindNames, plainKinds } from '#schema/sync/row-kinds.ts';
import type { Db } from '../db/open.ts';
import { idsInside } from '../db/parts/part-queries.ts';
import { plainParts } from '../db/parts/plain-parts.ts';
import type { AttemptRow } from '../db/quiz-tables.ts';

/** The quizzes and the other parts of a course's lessons for its learners, by their tables; none for a kind without any. */
export async function listLearnersParts(db: Db, courseId: string): Promise<LearnersParts> {
  const lists = new Map<string, object[]>();
  for (const kind of plainKindNames) {
    const { table, parent } = plainKinds[kind];
    const isOuter = parent === 'lesson';
    if (!isOuter && !lists.has(plainKinds[parent].table)) continue;
    const ofCourse = idsInside(db, kind, { kind: 'course', ids: [courseId] });
    const rows = await plainParts[kind].read(db, ofCourse, false);
    if (!isOuter || rows.length > 0) lists.set(table, rows);
  }
  return Object.fromEntries(lists);
}

const Answers = v.pipe(v.string(), v.parseJson(), v.array(GivenAnswer));

/** An attempt as its learner receives it. */
export function attemptOf(attempt: AttemptRow): Attempt {
  const { userId: _, keys: __, answers, isPassed, isOverLimit, ...row } = attempt;
  return {
    ...row,
    answers: v.parse(Answers, answers),
    isPassed: isPassed === null ? null : isPassed === 1,
    isOverLimit: isOverLimit === 1,
  };
}
