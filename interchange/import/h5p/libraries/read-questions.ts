import {
  choiceAnswer,
  type ForeignAnswer,
  type ForeignQuestion,
} from '#interchange/import/quizzes/foreign-quiz.ts';
import { gapQuestions, numberGaps } from '#interchange/import/quizzes/gaps.ts';
import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import type { H5pContent } from '../content.ts';
import { textHtml } from '../html.ts';
import { type JsonObject, objectOf, objectsOf, stringOf, stringsOf } from '../json.ts';

/** The questions of a part; none for one that Carrel cannot ask. `media` returns the HTML above the question. */
type ReadQuestions = (content: H5pContent, media: () => string) => readonly ForeignQuestion[];

/** A sentence about the score, such as “You got @score of @total”, is no explanation of an answer. */
const OF_SCORE = /@(?:score|total|percent)\b/;

const explanationsOf = ({ overallFeedback }: JsonObject): string[] =>
  objectsOf(overallFeedback)
    .map(({ feedback }) => stringOf(feedback))
    .filter((text) => !OF_SCORE.test(text));

const questionOf = (
  { title, params }: H5pContent,
  prompt: string,
  answer: ForeignAnswer,
  points = 1,
): ForeignQuestion => ({ name: title, prompt, points, explanations: explanationsOf(params), answer });

const multiChoice: ReadQuestions = (content, media) => {
  const answers = objectsOf(content.params.answers);
  const right = answers.filter(({ correct }) => correct === true);
  const { type, singleAnswer } = objectOf(content.params.behaviour);
  const isOne = type === 'single' || singleAnswer === true || (type !== 'multi' && right.length === 1);
  const choices = answers.map((answer) => ({
    text: stringOf(answer.text),
    isRight: answer.correct === true,
    feedback: stringOf(objectOf(answer.tipsAndFeedback).chosenFeedback),
  }));
  const prompt = media() + textHtml(stringOf(content.params.question));
  return [questionOf(content, prompt, choiceAnswer(choices, !isOne))];
};

const trueFalse: ReadQuestions = (content, media) => {
  const { correct, question, behaviour, l10n } = content.params;
  const isTrue = correct === 'true' || correct === true;
  const { feedbackOnCorrect, feedbackOnWrong } = objectOf(behaviour);
  const { trueText, falseText } = objectOf(l10n);
  const choiceOf = (text: string, isRight: boolean) => ({
    ...{ text, isRight },
    feedback: stringOf(isRight ? feedbackOnCorrect : feedbackOnWrong),
  });
  const choices = [
    choiceOf(escapeHtml(stringOf(trueText) || 'True'), isTrue),
    choiceOf(escapeHtml(stringOf(falseText) || 'False'), !isTrue),
  ];
  return [questionOf(content, media() + textHtml(stringOf(question)), choiceAnswer(choices, false))];
};

/** The first answer of each question is the right one. */
const choiceSet: ReadQuestions = ({ params, title }) =>
  objectsOf(params.choices).map((choice, at) => {
    const choices = stringsOf(choice.answers).map((text, index) => ({ text, isRight: index === 0 }));
    return {
      name: title === '' ? '' : `${title} (${at + 1})`,
      ...{ points: 1, explanations: [], prompt: textHtml(stringOf(choice.question)) },
      answer: choiceAnswer(choices, false),
    };
  });

/** `*right/also right:tip*` */
const GAP = /\*([^*<>]{1,500})\*/g;

interface Gaps {
  readonly pieces: readonly string[];
  readonly fillings: readonly string[];
}

function gapsIn(text: string): Gaps {
  const parts = text.split(GAP);
  return {
    pieces: parts.filter((_, at) => at % 2 === 0),
    fillings: parts
      .filter((_, at) => at % 2 === 1)
      .map((filling) => filling.replace(/(?<!\\):.*$/s, '').trim()),
  };
}

const blanks: ReadQuestions = (content, media) => {
  const intro = media() + textHtml(stringOf(content.params.text));
  return stringsOf(content.params.questions).flatMap((text) => {
    const { pieces, fillings } = gapsIn(text);
    const answers = fillings.map(
      (filling): ForeignAnswer => ({ kind: 'text', accepted: filling.split('/').map((one) => one.trim()) }),
    );
    const shared = {
      name: content.title,
      points: fillings.length,
      explanations: explanationsOf(content.params),
    };
    const all = [intro + (pieces[0] ?? ''), ...pieces.slice(1)];
    return gapQuestions(shared, { pieces: all, answers }).questions;
  });
};

/** The gaps of a text are matched with words, among which are some that fit nowhere. */
const dragText: ReadQuestions = (content, media) => {
  const { params } = content;
  const { pieces, fillings } = gapsIn(stringOf(params.textField).replace(/\n/g, '<br>'));
  const others = gapsIn(stringOf(params.distractors)).fillings.map(escapeHtml);
  const [only] = fillings;
  if (only === undefined) return [];
  const intro = media() + textHtml(stringOf(params.taskDescription));
  if (fillings.length === 1) {
    const choices = [only, ...others].map((text, at) => ({ text, isRight: at === 0 }));
    const prompt = `${intro}<p>${pieces.join(' _____ ')}</p>`;
    return [questionOf(content, prompt, choiceAnswer(choices, false))];
  }
  const pairs = fillings.map((filling, at): [string, string] => [`(${at + 1})`, escapeHtml(filling)]);
  const prompt = `${intro}<p>${numberGaps(pieces)}</p>`;
  return [questionOf(content, prompt, { kind: 'match', pairs, others }, fillings.length)];
};

const paragraphs: ReadQuestions = (content, media) => {
  const lines = stringsOf(content.params.paragraphs);
  if (lines.length === 0) return [];
  const prompt = media() + textHtml(stringOf(content.params.taskDescription));
  return [questionOf(content, prompt, { kind: 'order', lines })];
};

/** An essay is compared with its sample solution. */
const essay: ReadQuestions = (content, media) => {
  const model = stringOf(objectOf(content.params.solution).sample);
  if (model === '') return [];
  const prompt = media() + textHtml(stringOf(content.params.taskDescription));
  return [questionOf(content, prompt, { kind: 'open', model })];
};

/** Whether a part has a text that became a question for each of its gaps. */
export const isSplit = ({ library, params }: H5pContent): boolean =>
  library === 'H5P.Blanks' && stringsOf(params.questions).some((text) => gapsIn(text).fillings.length > 1);

/** The libraries whose questions Carrel asks, by name. */
export const questionReaders: ReadonlyMap<string, ReadQuestions> = new Map<string, ReadQuestions>([
  ['H5P.MultiChoice', multiChoice],
  ['H5P.TrueFalse', trueFalse],
  ['H5P.SingleChoiceSet', choiceSet],
  ['H5P.Blanks', blanks],
  ['H5P.DragText', dragText],
  ['H5P.SortParagraphs', paragraphs],
  ['H5P.Essay', essay],
]);
