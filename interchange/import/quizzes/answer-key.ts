import { v5 } from 'uuid';
import type { Choice, QuestionKey } from '#schema/quizzes/question-content.ts';
import type { ForeignAnswer } from './foreign-quiz.ts';

/** The choices and the key of a question, and what was lost of its answers. */
export interface ReadAnswer {
  readonly choices: readonly Choice[];
  readonly key: QuestionKey;
}

/** The root of the ids of imported choices. */
const CHOICES = '0b6f4f0e-7a55-4c0d-9a39-8f1f2f6d3c11';

/**
 * Draws the ids of the choices of a question from its text and theirs: the same file has the same ids, so that it is
 * recognised when it is imported again. They say nothing about the order of the file or the right choice.
 */
class ChoiceIds {
  readonly #question: string;
  readonly #counts = new Map<string, number>();

  constructor(prompt: string) {
    this.#question = v5(prompt, CHOICES);
  }

  next(text: string, side = ''): string {
    const named = `${side} ${text}`;
    const count = this.#counts.get(named) ?? 0;
    this.#counts.set(named, count + 1);
    return v5(`${count} ${named}`, this.#question);
  }
}

/**
 * Returns an answer as questions have it.
 *
 * @param prompt of the question
 * @param textOf the plain text of HTML
 */
export function readAnswer(
  answer: ForeignAnswer,
  prompt: string,
  textOf: (html: string) => string,
): ReadAnswer {
  const ids = new ChoiceIds(prompt);
  switch (answer.kind) {
    case 'one':
    case 'several': {
      const read = answer.choices
        .map(({ text, isRight }) => ({ ...choiceOf(textOf(text), ids), isRight }))
        // Some programs have a number of choices, and write those that their author left empty.
        .filter(({ text, isRight }) => text !== '' || isRight);
      const right = read.filter(({ isRight }) => isRight).map(({ id }) => id);
      return { choices: read.map(({ id, text }) => ({ id, text })), key: { right } };
    }
    case 'text': {
      const accepted = answer.accepted.map((text) => text.trim()).filter((text) => text !== '');
      return { choices: [], key: { accepted: [...new Set(accepted)], ignoresAccents: false } };
    }
    case 'number': {
      const { value, tolerance } = answer;
      return { choices: [], key: { value: value.trim(), tolerance: tolerance.trim() || '0' } };
    }
    case 'match':
      return matchOf(answer, ids, textOf);
    case 'order': {
      const lines = answer.lines.map((line) => choiceOf(textOf(line), ids));
      return { choices: lines, key: { order: lines.map(({ id }) => id) } };
    }
    case 'open':
      return { choices: [], key: { model: textOf(answer.model) } };
  }
}

const choiceOf = (text: string, ids: ChoiceIds): Choice => ({ id: ids.next(text), text });

/** Equal right sides are one choice: a learner cannot know which of two is meant. */
function matchOf(
  { pairs, others = [] }: Extract<ForeignAnswer, { kind: 'match' }>,
  ids: ChoiceIds,
  textOf: (html: string) => string,
): ReadAnswer {
  const rights = new Map<string, Choice>();
  const rightOf = (html: string): Choice => {
    const text = textOf(html);
    const known = rights.get(text) ?? { id: ids.next(text, 'right'), text, side: 'right' };
    rights.set(text, known);
    return known;
  };
  const lefts: Choice[] = [];
  const keys: [string, string][] = [];
  for (const [left, right] of pairs) {
    const text = textOf(left);
    const choice: Choice = { id: ids.next(text, 'left'), text, side: 'left' };
    lefts.push(choice);
    keys.push([choice.id, rightOf(right).id]);
  }
  for (const other of others) rightOf(other);
  return { choices: [...lefts, ...rights.values()], key: { pairs: keys } };
}
