import { useMemo, useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { QuizWork } from '#pwa/lesson/quiz/trial-context.ts';
import type { QuizPlace } from '#pwa/store/offline/quiz-places.ts';
import type { AnswersToSave } from '#pwa/sync/enqueue/record-answers.ts';
import { type LearnerQuiz, toLearnerQuiz } from '#pwa/sync/quizzes/lesson-quizzes.ts';
import { emptyAttempt, type OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { uniteAttempts } from '#schema/quizzes/attempt.ts';
import { gradeAttempt } from '#schema/quizzes/grading.ts';

interface TrialState {
  readonly attempts: readonly OwnAttempt[];
  readonly places: ReadonlyMap<string, QuizPlace>;
}

const placeAt = (questionId: string | null, attemptId = uuid()): QuizPlace => ({
  ...{ attemptId, questionId },
  startedAt: new Date().toISOString(),
});

/** Attempts that exist only in the page, and are graded as the server would. */
export function useTrial(quizzes: readonly ShownQuiz[]) {
  const [state, setState] = useState<TrialState>({ attempts: [], places: new Map() });
  /** Practice needs no start. */
  const [first] = useState(() => new Map<string, QuizPlace>());
  const shown = quizzes
    .filter(({ questions }) => questions.length > 0)
    .map((quiz): LearnerQuiz => {
      const { id, use, questions } = quiz;
      if (use === 'practice' && !first.has(id)) first.set(id, placeAt(questions[0]?.id ?? null));
      const own = state.attempts.filter(({ quizId }) => quizId === id);
      return toLearnerQuiz(quiz, own, state.places.get(id) ?? first.get(id));
    });
  const work = useMemo<QuizWork>(() => {
    const place = (quizId: string, to: QuizPlace) =>
      setState((before) => ({ ...before, places: new Map(before.places).set(quizId, to) }));
    return {
      start: async ({ id, questions }) => place(id, placeAt(questions[0]?.id ?? null)),
      goTo: async ({ quizId, id, startedAt }, questionId) =>
        place(quizId, { attemptId: id, startedAt, questionId }),
      record: async (added) =>
        setState((before) => ({ ...before, attempts: withAnswers(before.attempts, added, quizzes) })),
    };
  }, [quizzes]);
  return { shown, work };
}

function withAnswers(
  attempts: readonly OwnAttempt[],
  added: AnswersToSave,
  quizzes: readonly ShownQuiz[],
): OwnAttempt[] {
  const submittedAt = added.submittedAt ?? null;
  const known = attempts.find(({ id }) => id === added.id) ?? emptyAttempt(added);
  const united = { ...known, ...uniteAttempts(known, { ...added, submittedAt }) };
  const others = attempts.filter(({ id }) => id !== added.id);
  const quiz = quizzes.find(({ id }) => id === added.quizId);
  if (submittedAt === null || quiz === undefined) return [...others, united];
  const { score, maxScore, isPassed } = gradeAttempt(quiz, united);
  return [...others, { ...united, score, maxScore, isPassed, handedInAt: submittedAt }];
}
