import { useEffect, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import {
  goToQuestion,
  type Practice,
  readLessonPractice,
  startAgain,
} from '#pwa/sync/quizzes/lesson-practice.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** The practice of a lesson; undefined while it is read. */
export const useLessonPractice = (lessonId: string): Practice[] | null | undefined =>
  usePrivateQuery((store) => readLessonPractice(store, lessonId), [lessonId]);

export interface PracticeActions {
  /** Why the last answer could not be stored, as a sentence; null if it was. */
  readonly problem: string | null;
  readonly answer: (question: Question, answer: Answer) => Promise<void>;
  readonly goTo: (questionId: string | null) => void;
  readonly startAgain: () => void;
}

/** What a learner does in a practice: each answer is on the device before it is explained. */
export function usePracticeActions(practice: Practice): PracticeActions {
  const userId = useUserId();
  const [problem, setProblem] = useState<string | null>(null);
  const { attempt, quiz, questionId } = practice;
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  // The order of the questions and their choices is that of the attempt, so also one without an answer is remembered.
  const { isPlaced } = practice;
  const { id, quizId } = attempt;
  useEffect(() => {
    if (!isPlaced) goToQuestion(userId, { id, quizId }, questionId).catch(() => undefined);
  }, [isPlaced, userId, id, quizId, questionId]);
  return {
    problem,
    answer: (question, given) =>
      run(async () => {
        const answeredAt = timeAfter(attempt.answers.at(-1)?.answeredAt);
        const { id: attemptId, startedAt } = attempt;
        await goToQuestion(userId, attempt, question.id);
        await recordAnswers(userId, {
          ...{ id: attemptId, quizId: quiz.id, quizTitle: quiz.title, lessonId: quiz.lessonId, startedAt },
          answers: [{ questionId: question.id, version: question.version, answer: given, answeredAt }],
        });
      }),
    goTo: (next) => void run(() => goToQuestion(userId, attempt, next)),
    startAgain: () => void run(() => startAgain(userId, practice)),
  };
}

/** Now; after the last answer also where the clock of the device was set back. */
function timeAfter(last: string | undefined): string {
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  return new Date(Math.max(Date.now(), earliest)).toISOString();
}
