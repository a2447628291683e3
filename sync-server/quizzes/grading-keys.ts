import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Answer, AttemptRecord } from '#schema/quizzes/attempt.ts';
import {
  type AttemptGrade,
  answersThatCount,
  type GradedQuestion,
  gradeAnswer,
  gradeAttempt,
} from '#schema/quizzes/grading.ts';
import type { RegradeMode } from '#schema/quizzes/regrade.ts';

/*
 * Which keys grade an attempt at a test. At first each answer is graded by the version of its question that the learner
 * saw. A regrade takes the newest key of each question, because a key is corrected when it was wrong for everybody; it
 * names choices by their ids, so it grades answers to every version, and a choice that a version did not have is just one
 * that nobody chose. Where it only raises, the earlier key counts too: of both the one that finds more right, also in
 * answers that arrive later. Points stay those of the version that was seen, so that both scores are of the same whole.
 */

/** A question of a graded attempt: the version that was asked, and those whose keys count, the newest last. */
export interface QuestionKeys {
  readonly id: string;
  readonly asked: number;
  readonly keys: readonly number[];
}

const Versions = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ id: v.string(), asked: v.number(), keys: v.array(v.number()) })),
);

/** The questions of a quiz, as far as grading needs them. */
export interface GradedQuiz<Version extends GradedQuestion = GradedQuestion> {
  readonly passPercent: number;
  /** The version of each question that is asked now. */
  readonly current: ReadonlyMap<string, number>;
  /** Every version that there was, by `nameOf`, also of deleted questions. */
  readonly versions: ReadonlyMap<string, Version>;
  /** The newest version of each question, also of deleted ones. */
  readonly newest: ReadonlyMap<string, number>;
}

const nameOf = (id: string, version: number): string => `${id} ${version}`;

export function gradedQuizOf<Version extends GradedQuestion>(
  passPercent: number,
  current: readonly Pick<GradedQuestion, 'id' | 'version'>[],
  versions: readonly Version[],
): GradedQuiz<Version> {
  const newest = new Map<string, number>();
  for (const { id, version } of versions) newest.set(id, Math.max(version, newest.get(id) ?? 0));
  return {
    passPercent,
    current: new Map(current.map(({ id, version }) => [id, version])),
    versions: new Map(versions.map((one) => [nameOf(one.id, one.version), one])),
    newest,
  };
}

const versionIn = <Version extends GradedQuestion>(
  { versions }: GradedQuiz<Version>,
  id: string,
  version: number,
): Version | undefined => versions.get(nameOf(id, version));

interface Regrading {
  /** The keys of the last grade; null for the first one. */
  readonly last: readonly QuestionKeys[] | null;
  /** Null: nobody asked to grade it again. */
  readonly mode: RegradeMode | null;
}

/**
 * Returns by which keys an attempt is graded, in the order of ids. A question that was added after the first grade is not
 * asked, and one that was deleted stays.
 */
export function keysFor(quiz: GradedQuiz, record: AttemptRecord, { last, mode }: Regrading): QuestionKeys[] {
  const before = new Map(last?.map((keys) => [keys.id, keys]));
  const asked = new Map(last?.map(({ id, asked }) => [id, asked]) ?? quiz.current);
  for (const { questionId, version } of answersThatCount('test', record).values())
    if (versionIn(quiz, questionId, version) !== undefined) asked.set(questionId, version);
  const keys = [...asked].map(([id, version]) => {
    const known = before.get(id);
    const counting = known === undefined ? [version] : keysOfLater(known, version);
    if (mode === null) return { id, asked: version, keys: counting };
    const newest = newestKey(quiz, id, lastOf(counting));
    return { id, asked: version, keys: mode === 'raise' ? inOrder([...counting, newest]) : [newest] };
  });
  return keys.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The keys of an answer to another version than before: its own key counts as that of the earlier version did. */
function keysOfLater({ asked, keys }: QuestionKeys, version: number): readonly number[] {
  return keys.includes(asked) ? inOrder([version, ...keys.filter((key) => key !== asked)]) : keys;
}

const inOrder = (versions: readonly number[]): number[] => [...new Set(versions)].sort((a, b) => a - b);
const lastOf = (keys: readonly number[]): number => keys.at(-1) ?? 0;

/** Returns the version with the newest key; `version` itself if the key is the same in both. */
function newestKey(quiz: GradedQuiz, id: string, version: number): number {
  const newest = quiz.newest.get(id) ?? version;
  return versionIn(quiz, id, newest)?.key === versionIn(quiz, id, version)?.key ? version : newest;
}

/** Whether a question was graded by another key than its newest. */
export const isOutdated = (quiz: GradedQuiz, keys: readonly QuestionKeys[]): boolean =>
  keys.some(({ id, keys }) => newestKey(quiz, id, lastOf(keys)) !== lastOf(keys));

/** Returns the version whose key finds most right in an answer: of equal ones, and without an answer, the newest. */
export function chooseKey(
  keys: readonly number[],
  keyIn: (version: number) => Pick<GradedQuestion, 'kind' | 'key'> | undefined,
  answer: Answer | undefined,
): number {
  const shareBy = (version: number) => {
    const question = keyIn(version);
    return question && answer !== undefined ? (gradeAnswer(question, answer).share ?? 0) : 0;
  };
  return keys.reduce((best, key) => (shareBy(key) >= shareBy(best) ? key : best), lastOf(keys));
}

/** The questions as an attempt is graded, each with the version whose key it has. */
export function questionsOf<Version extends GradedQuestion>(
  quiz: GradedQuiz<Version>,
  keys: readonly QuestionKeys[],
  record: AttemptRecord,
): { readonly question: Version; readonly keyOf: Version }[] {
  const counted = answersThatCount('test', record);
  return keys.flatMap(({ id, asked, keys }) => {
    const key = chooseKey(keys, (version) => versionIn(quiz, id, version), counted.get(id)?.answer);
    const [seen, keyOf = seen] = [versionIn(quiz, id, asked), versionIn(quiz, id, key)];
    return seen === undefined || keyOf === undefined
      ? []
      : [{ question: { ...seen, key: keyOf.key }, keyOf }];
  });
}

export function gradeByKeys(
  quiz: GradedQuiz,
  keys: readonly QuestionKeys[],
  record: AttemptRecord,
): AttemptGrade {
  const { passPercent } = quiz;
  const questions = questionsOf(quiz, keys, record).map(({ question }) => question);
  return gradeAttempt({ use: 'test', passPercent, questions }, record);
}

/** The keys as a grade stores them, with their name: short enough for an index, however many questions there are. */
export function printKeys(keys: readonly QuestionKeys[]): {
  readonly versions: string;
  readonly name: string;
} {
  const versions = JSON.stringify(keys.map(({ id, asked, keys }) => ({ id, asked, keys })));
  return { versions, name: createHash('sha256').update(versions).digest('base64url') };
}

export const parseKeys = (versions: string): QuestionKeys[] => v.parse(Versions, versions);

/** The number of answers that were given before the attempt was handed in; a grade is of so many. */
export function countAnswers({ answers, submittedAt }: AttemptRecord): number {
  const handedIn = Date.parse(submittedAt ?? '');
  return answers.filter(({ answeredAt }) => Date.parse(answeredAt) <= handedIn).length;
}
