import { use, useEffect, useMemo, useRef, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type AnswersToSave, recordAnswers } from '#pwa/sync/enqueue/record-answers.ts';
import {
  goToQuestion,
  type LearnerQuiz,
  type Practice,
  readLessonQuizzes,
  startAttempt,
} from '#pwa/sync/quizzes/lesson-quizzes.ts';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { useMediaQuery } from '#pwa/ui/layout/use-media-query.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { type QuizWork, TrialContext } from './trial-context.ts';

/** The quizzes of a lesson; undefined while they are read. */
export const useLessonQuizzes = (lessonId: string): LearnerQuiz[] | null | undefined =>
  usePrivateQuery((store) => readLessonQuizzes(store, lessonId), [lessonId]);

interface Start {
  /** Why the last step could not be stored, as a sentence; null if it was. */
  readonly problem: string | null;
  readonly start: () => void;
}

/** Begins an attempt. */
export function useStart(quiz: ShownQuiz): Start {
  const work = useWork();
  const { problem, run } = useProblem();
  return { problem, start: () => void run(() => work.start(quiz)) };
}

/** Continues an attempt that was begun on another device, at its overview. */
export function useResume() {
  const work = useWork();
  const { problem, run } = useProblem();
  return { problem, resume: (attempt: OwnAttempt) => void run(() => work.goTo(attempt, null)) };
}

export interface QuizActions {
  /** Why the last answer could not be stored, as a sentence; null if it was. */
  readonly problem: string | null;
  readonly answer: (question: Question, answer: Answer) => Promise<void>;
  readonly handIn: () => void;
  readonly goTo: (questionId: string | null) => void;
}

/** What a learner does in an attempt: each answer is on the device before anything is said about it. */
export function useQuizActions(quiz: ShownQuiz, attempt: OwnAttempt): QuizActions {
  const work = useWork();
  const { problem, run } = useProblem();
  const lastAt = useRef(0);
  /** Now; after the last answer also where the clock of the device was set back. */
  const nextTime = () => {
    const last = Date.parse(attempt.answers.at(-1)?.answeredAt ?? '') || 0;
    lastAt.current = Math.max(Date.now(), last + 1, lastAt.current + 1);
    return new Date(lastAt.current).toISOString();
  };
  const record = ({ id, startedAt }: OwnAttempt, added: Pick<AnswersToSave, 'answers' | 'submittedAt'>) =>
    work.record({
      ...{ id, quizId: quiz.id, quizTitle: quiz.title, lessonId: quiz.lessonId, startedAt },
      ...added,
    });
  return {
    problem,
    answer: (question, given) =>
      run(async () => {
        const answeredAt = nextTime();
        // A typed answer of a test is also stored when its question is left.
        if (quiz.use === 'practice') await work.goTo(attempt, question.id);
        await record(attempt, {
          answers: [{ questionId: question.id, version: question.version, answer: given, answeredAt }],
        });
      }),
    handIn: () => void run(() => record(attempt, { answers: [], submittedAt: nextTime() })),
    goTo: (next) => void run(() => work.goTo(attempt, next)),
  };
}

/** The order of the questions and their choices is that of the attempt, so also one without an answer is remembered. */
export function usePlace({ isPlaced, attempt, questionId }: Practice): void {
  const work = useWork();
  const { id, quizId, startedAt } = attempt;
  useEffect(() => {
    if (!isPlaced) work.goTo({ id, quizId, startedAt }, questionId).catch(() => undefined);
  }, [isPlaced, work, id, quizId, startedAt, questionId]);
}

/** Whether there is room for all questions of a quiz at once. */
export function useIsWide(): boolean {
  const isWide = useMediaQuery(media['--wide']);
  return isWide && use(TrialContext)?.isPhone !== true;
}

/** The user's device, or what takes its place in a trial. */
function useWork(): QuizWork {
  const userId = useUserId();
  const trial = use(TrialContext)?.work ?? null;
  return useMemo(
    () =>
      trial ?? {
        start: (quiz) => startAttempt(userId, quiz),
        record: (answers) => recordAnswers(userId, answers),
        goTo: (attempt, questionId) => goToQuestion(userId, attempt, questionId),
      },
    [trial, userId],
  );
}

interface Here {
  /** The question that is shown; null: after the last one. */
  readonly questionId: string | null;
  readonly go: (questionId: string | null) => void;
}

/** Shows at once where the learner went: the store says it later, as its live query rests after a slow run. */
export function useHere(stored: string | null, attemptId: string | null): Here {
  const [going, setGoing] = useState<{ readonly to: string | null; readonly in: string | null } | null>(null);
  // From then on the screen follows the store, which another tab may change.
  if (going !== null && (going.to === stored || going.in !== attemptId)) setGoing(null);
  return { questionId: going === null ? stored : going.to, go: (to) => setGoing({ to, in: attemptId }) };
}

function useProblem() {
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error));
    }
  };
  return { problem, run };
}
