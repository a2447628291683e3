import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import type { NoticeProps } from '#pwa/ui/feedback/notice.tsx';
import { countOf } from '#schema/messages/count.ts';
import type { QuizResult } from '#schema/quizzes/result.ts';
import { describePoints } from '../describe-points.ts';

type Result = QuizResult<OwnAttempt>;

/** What a learner knows before the start of a test, in sentences. */
export function describeStart(quiz: ShownQuiz, { used, left }: Result): string[] {
  return [
    `${countOf(quiz.questions.length, 'question')}. ${quiz.passPercent} % of the points are needed to pass.`,
    ...(left === null ? [] : [describeLeft(left, used)]),
    ...(quiz.isRequired === 1 ? ['This lesson is complete when you pass this test.'] : []),
    'Your answers are saved on this device. The server grades them when you have handed them in, so your score comes when you are connected.',
  ];
}

function describeLeft(left: number, used: number): string {
  if (left === 0) return 'No attempts are left.';
  if (used === 0) return `You have ${countOf(left, 'attempt')}.`;
  return `${countOf(left, 'attempt')} ${left === 1 ? 'is' : 'are'} left.`;
}

interface Outcome {
  readonly tone: NonNullable<NoticeProps['tone']>;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** What came of an attempt that was handed in: whether it was sent, its score, and what counts. */
export function describeOutcome(quiz: ShownQuiz, attempt: OwnAttempt, result: Result): Outcome {
  const after = [
    ...describeLate(attempt),
    ...(result.left === null ? [] : [describeLeft(result.left, result.used)]),
  ];
  if (attempt.score === null) {
    const [title, sentence] = describeWait(attempt.unsent);
    return { tone: attempt.unsent === 'refused' ? 'bad' : 'wait', title, sentences: [sentence, ...after] };
  }
  const isPassed = attempt.isPassed === true;
  return {
    tone: isPassed && !attempt.isOverLimit ? 'ok' : 'info',
    title: `${isPassed ? 'Passed' : 'Not passed'}${inPoints(attempt)}`,
    sentences: [
      `${quiz.passPercent} % of the points were needed.`,
      ...(Number.isInteger(attempt.score) ? [] : ['Partly right answers count in part.']),
      ...describeCounting(quiz, attempt, result),
      ...after,
    ],
  };
}

function describeWait(unsent: OwnAttempt['unsent']): [title: string, sentence: string] {
  const saved = 'Your answers are saved on this device';
  switch (unsent) {
    case null:
    case 'acknowledged':
      return ['Handed in and sent. Your score is on its way', 'The server has your answers.'];
    case 'paused':
      return ['Handed in. Your score comes when you have signed in again', `${saved} and are sent then.`];
    case 'refused':
      return ['Handed in, but the server did not accept it', `${saved}. The sync centre says why.`];
    case 'waiting':
    case 'sending':
      return ['Handed in. Your score comes when you are connected', `${saved} and are sent automatically.`];
  }
}

/** `: 3 of 4 points, 75 %`; empty for a test without points. */
function inPoints({ score, maxScore }: OwnAttempt): string {
  if (score === null || maxScore === null || maxScore === 0) return '';
  return `: ${describePoints(score, maxScore)}, ${Math.floor((100 * score) / maxScore)} %`;
}

function describeCounting(
  { attemptsMax, scoreRule }: ShownQuiz,
  attempt: OwnAttempt,
  { attempt: counted }: Result,
): string[] {
  const sentences: string[] = [];
  if (attempt.isOverLimit)
    sentences.push(
      `This attempt is stored and graded, but not counted, because ${countOf(attemptsMax ?? 0, 'attempt')} ${attemptsMax === 1 ? 'is' : 'are'} allowed and you had handed in as many before. An admin can count it.`,
    );
  if (counted !== null && counted.id !== attempt.id) {
    const passed = counted.isPassed === true ? 'passed' : 'not passed';
    sentences.push(`Your ${scoreRule} attempt counts${inPoints(counted)}, ${passed}.`);
  }
  return sentences;
}

function describeLate({ answers, submittedAt }: OwnAttempt): string[] {
  const handedIn = Date.parse(submittedAt ?? '');
  const late = answers.filter(({ answeredAt }) => Date.parse(answeredAt) > handedIn).length;
  if (late === 0) return [];
  const [came, are] = late === 1 ? ['It is', 'is'] : ['They are', 'are'];
  return [`${countOf(late, 'answer')} ${are} from after you handed in. ${came} saved, but not graded.`];
}
