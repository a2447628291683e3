import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import { type Grade, gradeAnswer } from '#schema/quizzes/grading.ts';
import { type QuestionKey, readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

export interface Explained {
  readonly isRight: boolean;
  readonly title: string;
  /** What is wrong, and what is right; empty for a right answer. */
  readonly sentence: string;
}

type Shown = Pick<Question, 'kind' | 'choices' | 'key'>;

/**
 * Says whether an answer is right, how much of it is, and what is wrong with it.
 *
 * @param answer null: the question was left out
 */
export function explainAnswer(question: Shown, answer: Answer | null): Explained {
  const key = readKey(question) ?? {};
  const grade = answer === null ? null : gradeAnswer(question, answer);
  if (question.kind === 'open')
    return { isRight: false, title: 'Compare with the model answer', sentence: key.model ?? '' };
  if (grade?.share === 1) return { isRight: true, title: 'Right', sentence: '' };
  const title = grade === null ? 'Not answered' : titleOf(grade);
  return { isRight: false, title, sentence: sentenceOf(question, key, answer) };
}

/** A text in a sentence of ours, which it must not turn around. */
const quote = (text: string): string => `“${isRightToLeft(text) ? `\u2068${text}\u2069` : text}”`;

const titleOf = ({ right, whole, share }: Grade): string =>
  right === 0 || whole < 2 || share === null ? 'Not right' : `Partly right: ${right} of ${whole}`;

function sentenceOf(question: Shown, key: QuestionKey, answer: Answer | null): string {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const named = (id: string) => quote(texts.get(id) ?? '');
  const right = key.right ?? [];
  switch (question.kind) {
    case 'one':
      return `${typeof answer === 'string' ? `${named(answer)} is not the answer. ` : ''}Right is ${right.map(named).join(', ')}.`;
    case 'several': {
      const wrong = (Array.isArray(answer) ? answer.flat() : []).filter((id) => !right.includes(id));
      const taken = wrong.length === 0 ? '' : `Not right: ${wrong.map(named).join(', ')}. `;
      return `${taken}Right: ${right.map(named).join(', ')}.`;
    }
    case 'text':
      return `Right is ${(key.accepted ?? []).map(quote).join(' or ')}.`;
    case 'number': {
      const tolerance = key.tolerance ?? '0';
      const around = Number(tolerance.replace(',', '.')) === 0 ? '' : `, give or take ${tolerance}`;
      return `Right is ${key.value ?? ''}${around}.`;
    }
    case 'match':
      return `Right: ${(key.pairs ?? []).map(([left, other]) => `${named(left)} with ${named(other)}`).join(', ')}.`;
    case 'order':
      return `The right order: ${(key.order ?? []).map(named).join(', ')}.`;
    case 'open':
      return key.model ?? '';
  }
}
