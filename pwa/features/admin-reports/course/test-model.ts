import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { ReportedAttempt, TestScores } from '#schema/reports/reports.ts';

/** `9 of 12 learners passed. The average is 74 %.` */
export function describeScores({ learners, passed, averagePercent }: TestScores): string {
  const whose = learners === 1 ? 'The score' : 'The average';
  return `${formatCount(passed)} of ${countOf(learners, 'learner')} passed. ${whose} is ${averagePercent}\u00a0%.`;
}

/** `Attempt 2: 7 of 10, passed`. */
export function describeAttempt({ number, score, maxScore, isPassed }: ReportedAttempt): string {
  return `Attempt ${number}: ${score ?? 0} of ${maxScore ?? 0}, ${isPassed ? 'passed' : 'not passed'}`;
}

/** The commands that the grades of a test wait for. */
export const TEST_KINDS = ['attempt.count', 'quiz.regrade'] as const;

/** Whether an attempt is to be counted by a command that the server did not refuse. */
export const findCount = (commands: readonly OutboxRow[], userId: string, attemptId: string): boolean =>
  commands.some(
    ({ state, command: { kind, args } }) =>
      state !== 'refused' &&
      kind === 'attempt.count' &&
      args.userId === userId &&
      args.attemptId === attemptId,
  );

/** Whether a test is to be graded again. */
export const findRegrade = (commands: readonly OutboxRow[], quizId: string): boolean =>
  commands.some(
    ({ state, command: { kind, args } }) =>
      state !== 'refused' && kind === 'quiz.regrade' && args.quizId === quizId,
  );
