import { foldAnswer } from '#schema/quizzes/answer-text.ts';
import type { Answer, AttemptRecord } from '#schema/quizzes/attempt.ts';
import { answersThatCount, type GradedQuestion, gradeAnswer } from '#schema/quizzes/grading.ts';
import { readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { QuestionReport } from '#schema/reports/reports.ts';
import { chooseKey, type QuestionKeys } from '../quizzes/grading-keys.ts';

/** A version of a question, as it was asked. */
export interface AskedQuestion extends GradedQuestion {
  readonly choices: string;
}

interface ListedQuestion {
  readonly id: string;
  readonly prompt: string;
}

interface Counts {
  answered: number;
  right: number;
  readonly wrong: Map<string, { readonly text: string; count: number }>;
}

/** Counts the answers to the questions of one quiz, attempt by attempt: a class has more of them than fit in memory. */
export class QuestionCounts {
  readonly #use: QuizUse;
  readonly #questions: readonly ListedQuestion[];
  readonly #versions: ReadonlyMap<string, AskedQuestion>;
  readonly #counts: ReadonlyMap<string, Counts>;
  #attempts = 0;

  constructor(use: QuizUse, questions: readonly ListedQuestion[], versions: readonly AskedQuestion[]) {
    this.#use = use;
    this.#questions = questions;
    this.#versions = new Map(versions.map((one) => [`${one.id} ${one.version}`, one]));
    this.#counts = new Map(questions.map(({ id }) => [id, { answered: 0, right: 0, wrong: new Map() }]));
  }

  /** @param keys those of the attempt's score; an answer to any other question counts by the version that was seen */
  add(record: AttemptRecord, keys: readonly QuestionKeys[] = []): void {
    this.#attempts += 1;
    const keysOf = new Map(keys.map((one) => [one.id, one.keys]));
    for (const { questionId, version, answer } of answersThatCount(this.#use, record).values()) {
      const versionOf = (one: number) => this.#versions.get(`${questionId} ${one}`);
      const [counts, seen] = [this.#counts.get(questionId), versionOf(version)];
      if (counts === undefined || seen === undefined) continue;
      const key = versionOf(chooseKey(keysOf.get(questionId) ?? [version], versionOf, answer))?.key;
      const asked = { ...seen, key: key ?? seen.key };
      counts.answered += 1;
      if (gradeAnswer(asked, answer).share === 1) counts.right += 1;
      else for (const text of wrongTexts(asked, answer)) countWrong(counts, text);
    }
  }

  report(): QuestionReport[] {
    return this.#questions.map(({ id, prompt }) => {
      const { answered, right, wrong } = this.#counts.get(id) ?? { answered: 0, right: 0, wrong: new Map() };
      const most = [...wrong.values()].reduce<{ text: string; count: number } | null>(
        (max, one) => (max === null || one.count > max.count ? one : max),
        null,
      );
      const leftOut = this.#attempts - answered;
      return { questionId: id, prompt, answered, right, leftOut, mostWrong: most };
    });
  }
}

function countWrong({ wrong }: Counts, text: string): void {
  const name = foldAnswer(text);
  const known = wrong.get(name);
  if (known === undefined) wrong.set(name, { text, count: 1 });
  else known.count += 1;
}

/** What was wrong in an answer, as its learner saw it; nothing for kinds that have no single wrong answer. */
function wrongTexts(question: AskedQuestion, answer: Answer): string[] {
  if (question.kind === 'text' || question.kind === 'number')
    return typeof answer === 'string' ? [answer.trim()] : [];
  if (question.kind !== 'one' && question.kind !== 'several') return [];
  const right = new Set(readKey(question)?.right);
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const chosen = typeof answer === 'string' ? [answer] : answer.flat();
  return chosen.filter((id) => !right.has(id)).flatMap((id) => texts.get(id) ?? []);
}
