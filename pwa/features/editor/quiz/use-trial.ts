import { useState } from 'react';
import { v4 as randomId } from 'uuid';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** An attempt that exists only in the page. */
export function useTrial(quizId: string) {
  const [attempt, setAttempt] = useState<OwnAttempt>(() => ({
    ...{ id: randomId(), quizId, startedAt: new Date().toISOString() },
    ...{ submittedAt: null, answers: [] },
  }));
  return {
    attempt,
    answer: async ({ id: questionId, version }: Question, given: Answer) =>
      setAttempt((before) => {
        const added = { questionId, version, answer: given, answeredAt: new Date().toISOString() };
        return { ...before, answers: [...before.answers, added] };
      }),
  };
}
