import type { Answer, GivenAnswer } from '#schema/quizzes/attempt.ts';
import type { QuestionKey } from '#schema/quizzes/question-content.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';
import type { GradedKind } from './contents.ts';

/*
 * Grades attempts, one answer after the other: written for the questions of the simulation alone, without the code of the
 * product.
 */

/** A version of a question. */
export interface ModelQuestion {
  readonly kind: GradedKind;
  readonly key: QuestionKey;
  readonly points: number;
}

/** A quiz at one moment. */
export interface ModelQuiz {
  readonly use: QuizUse;
  readonly passPercent: number;
  /** The version of each question that it asks. */
  readonly asked: ReadonlyMap<string, number>;
}

/** A regrade: the newest version of each question that it found, also of deleted ones, and what was needed to pass. */
export interface ModelRegrade {
  readonly mode: RegradeMode;
  readonly newest: ReadonlyMap<string, number>;
  readonly passPercent: number;
}

/** The versions whose keys count for the answer to a question, by question. */
export type ModelKeys = ReadonlyMap<string, readonly number[]>;

interface ModelAttempt {
  readonly submittedAt: string | null;
  readonly answers: readonly GivenAnswer[];
}

export interface ModelGrade {
  readonly score: number | null;
  readonly maxScore: number | null;
  readonly isPassed: boolean | null;
}

export type Find = (questionId: string, version: number) => ModelQuestion | undefined;

/** The answers that count, by question. */
export function countedAnswers(use: QuizUse, attempt: ModelAttempt): ReadonlyMap<string, GivenAnswer> {
  const counted = new Map<string, GivenAnswer>();
  for (const answer of attempt.answers.toSorted((a, b) => (a.answeredAt < b.answeredAt ? -1 : 1))) {
    const { questionId } = answer;
    if (use === 'practice' && counted.has(questionId)) continue;
    if (use === 'test' && answer.answeredAt > (attempt.submittedAt ?? '')) continue;
    counted.set(questionId, answer);
  }
  return counted;
}

/** A raise adds the newest key of each question, and a recompute replaces all others by it. */
export function regradeByModel(keys: ModelKeys, { mode, newest }: ModelRegrade, find: Find): ModelKeys {
  const keyOf = (questionId: string, version = 0) => JSON.stringify(find(questionId, version)?.key);
  return new Map(
    [...keys].map(([questionId, versions]) => {
      const latest = newest.get(questionId);
      const isSame = keyOf(questionId, latest) === keyOf(questionId, versions.at(-1));
      const present = latest === undefined || isSame ? versions.slice(-1) : [latest];
      return [questionId, mode === 'raise' ? [...new Set([...versions, ...present])] : present];
    }),
  );
}

export function gradeByModel(
  quiz: ModelQuiz,
  attempt: ModelAttempt,
  find: Find,
  keys: ModelKeys = new Map(),
): ModelGrade {
  if (quiz.use === 'test' && attempt.submittedAt === null)
    return { score: null, maxScore: null, isPassed: null };
  const counted = countedAnswers(quiz.use, attempt);
  let [score, maxScore] = [0, 0];
  for (const [questionId, version] of quiz.asked)
    if (!isKnown(counted.get(questionId), find)) maxScore += find(questionId, version)?.points ?? 0;
  for (const { questionId, version, answer } of counted.values()) {
    const question = find(questionId, version);
    if (question === undefined) continue;
    maxScore += question.points;
    const counting = (keys.get(questionId) ?? [version]).flatMap((one) => find(questionId, one) ?? []);
    const shares = counting.map(({ key }) => shareOf({ ...question, key }, answer));
    score += Math.max(0, ...shares) * question.points;
  }
  score = Math.round(score * 100) / 100;
  return { score, maxScore, isPassed: maxScore === 0 || score * 100 >= quiz.passPercent * maxScore };
}

const isKnown = (answer: GivenAnswer | undefined, find: Find): boolean =>
  answer !== undefined && find(answer.questionId, answer.version) !== undefined;

function shareOf({ kind, key }: ModelQuestion, answer: Answer): number {
  switch (kind) {
    case 'one':
      return answer === key.right?.[0] ? 1 : 0;
    case 'several': {
      const wanted = key.right ?? [];
      const hits = wanted.filter((id) => [...answer].flat().includes(id)).length;
      return Math.max(0, hits - (answer.length - hits)) / wanted.length;
    }
    case 'text':
      return (key.accepted ?? []).some((text) => text.toLowerCase() === String(answer).trim().toLowerCase())
        ? 1
        : 0;
    case 'number':
      return Math.abs(Number(String(answer).replace(',', '.')) - Number(key.value)) <= Number(key.tolerance)
        ? 1
        : 0;
    case 'match': {
      const given = [...answer].map(String);
      const wanted = (key.pairs ?? []).map(String);
      return wanted.filter((pair) => given.includes(pair)).length / wanted.length;
    }
    case 'order': {
      const steps = (key.order ?? []).slice(1).map((id, at) => `${key.order?.[at]},${id}`);
      return steps.filter((step) => String(answer).includes(step)).length / steps.length;
    }
  }
}
