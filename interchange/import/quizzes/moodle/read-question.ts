import { explaining } from '../feedback.ts';
import { choiceAnswer, type ForeignAnswer, type ForeignQuestion } from '../foreign-quiz.ts';
import { type GapText, gapQuestions } from '../gaps.ts';
import { quizReasons } from '../quiz-reasons.ts';
import { clozeOf } from './cloze.ts';
import type { MoodleQuestion } from './question-parts.ts';
import { numerical, shortAnswer } from './typed-answers.ts';

/** The questions that one of Moodle became. `reasons`: why there is none, or what was lost. */
export interface ReadQuestion {
  readonly questions: readonly ForeignQuestion[];
  readonly reasons: readonly string[];
}

type Read = (question: MoodleQuestion, reasons: string[]) => ForeignAnswer | GapText;

/** Reads a question. Types that Carrel does not have are left out with a reason. */
export function readQuestion(question: MoodleQuestion): ReadQuestion {
  const read = READERS.get(question.type);
  if (read === undefined) return { questions: [], reasons: [quizReasons.kind(question.type)] };
  const reasons: string[] = [];
  const answer = read(question, reasons);
  const { name, points } = question;
  const explanations = explaining([
    question.generalFeedback,
    ...question.combinedFeedback,
    ...said(question),
  ]);
  const shared = { name, points, explanations };
  if ('kind' in answer) return { questions: [{ ...shared, prompt: question.prompt, answer }], reasons };
  const { questions, reasons: ofGaps } = gapQuestions(shared, answer);
  if (answer.answers.length === 0) return { questions, reasons: [quizReasons.kind(question.type)] };
  return { questions, reasons: [...reasons, ...ofGaps] };
}

/** What is said for typed answers; that of choices stays with them. */
const said = ({ type, answers }: MoodleQuestion): string[] =>
  type === 'shortanswer' || type === 'numerical' ? answers.map(({ feedback }) => feedback) : [];

const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['multichoice', choices],
  [
    'multichoiceset',
    (question) =>
      choiceAnswer(
        choicesOf(question, (fraction) => fraction > 0),
        true,
      ),
  ],
  ['truefalse', trueOrFalse],
  ['shortanswer', shortAnswer],
  ['numerical', numerical],
  ['match', matching],
  ['randomsamatch', matching],
  ['essay', ({ graderInfo }) => ({ kind: 'open', model: graderInfo })],
  ['ordering', ordering],
  ['multianswer', cloze],
  ['cloze', cloze],
  ['gapselect', fillings],
  ['ddwtos', fillings],
]);

const choicesOf = ({ answers }: MoodleQuestion, isRight: (fraction: number) => boolean) =>
  answers.map(({ text, fraction, feedback }) => ({ text, feedback, isRight: isRight(fraction) }));

/** Files have `true` and `false`, in the language of Moodle's code. */
function trueOrFalse(question: MoodleQuestion, reasons: string[]): ForeignAnswer {
  const answers = question.answers.map((answer) => ({
    ...answer,
    text: answer.text.replace(
      /^\s*(<p>)?([tf])(rue|alse)\b/i,
      (_, tag = '', first: string, rest: string) => `${tag}${first.toUpperCase()}${rest}`,
    ),
  }));
  return choices({ ...question, answers }, reasons);
}

/** Of one choice the best is right; of several those that give points. */
function choices(question: MoodleQuestion, reasons: string[]): ForeignAnswer {
  const fractions = question.answers.map(({ fraction }) => fraction);
  const best = Math.max(0, ...fractions);
  if (!question.isSingle)
    return choiceAnswer(
      choicesOf(question, (fraction) => fraction > 0),
      true,
    );
  if (fractions.some((fraction) => fraction > 0 && fraction < best)) reasons.push(quizReasons.partly);
  return choiceAnswer(
    choicesOf(question, (fraction) => fraction > 0 && fraction === best),
    false,
  );
}

/** The share of a line is its place. */
function ordering({ answers }: MoodleQuestion): ForeignAnswer {
  const sorted = answers.toSorted((one, other) => one.fraction - other.fraction);
  return { kind: 'order', lines: sorted.map(({ text }) => text) };
}

function cloze(question: MoodleQuestion, reasons: string[]): GapText {
  return clozeOf(question, reasons, readQuestion);
}

function matching({ pairs }: MoodleQuestion): ForeignAnswer {
  return {
    kind: 'match',
    pairs: pairs.filter(({ left }) => left !== '').map(({ left, right }) => [left, right]),
    others: pairs.filter(({ left }) => left === '').map(({ right }) => right),
  };
}

/** A text with gaps `[[2]]`, and the words that may be dragged there: those of the group of the right one. */
function fillings({ prompt, fillings: all }: MoodleQuestion): GapText {
  const pieces: string[] = [];
  const answers: ForeignAnswer[] = [];
  let end = 0;
  for (const { 0: token, 1: number, index } of prompt.matchAll(/\[\[(\d{1,3})\]\]/g)) {
    const right = all[Number(number) - 1];
    if (right === undefined) continue;
    pieces.push(prompt.slice(end, index));
    end = index + token.length;
    const own = all.filter(({ group }) => group === right.group);
    answers.push(
      choiceAnswer(
        own.map((filling) => ({ text: filling.text, isRight: filling === right })),
        false,
      ),
    );
  }
  return { pieces: [...pieces, prompt.slice(end)], answers };
}
