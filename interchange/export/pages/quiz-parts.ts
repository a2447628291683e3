import { toNumber } from '#schema/quizzes/answer-text.ts';
import { type QuestionKey, readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { QuestionKind } from '#schema/quizzes/question-kind.ts';
import { shuffleBy } from '#schema/quizzes/shuffle.ts';
import type { ExportedQuestion, ExportedQuiz } from './copy-quizzes.ts';
import type { CopiedLesson } from './course-copy.ts';
import { htmlMarkup, type PageContext, paragraphs } from './lesson-parts.ts';
import { cleanText, el, type Markup, titleOr, written } from './markup.ts';

/** The quizzes of a lesson, each under its heading: practice with its answers folded, tests without any. */
export function quizSections(context: PageContext, { place }: CopiedLesson): Markup {
  const quizzes = context.course.quizzes.get(place) ?? [];
  return quizzes.filter(({ questions }) => questions.length > 0).map((quiz) => quizSection(context, quiz));
}

/** Sections without names: landmarks for each question would be too many. */
function quizSection(context: PageContext, { use, title, questions }: ExportedQuiz): Markup {
  const isTest = use === 'test';
  const note = isTest ? 'This is a test: its answers are not in this copy.' : 'Practice';
  const asked = questions.map((question, at) =>
    el(
      'section',
      { class: 'question' },
      el('h3', {}, `Question ${at + 1}`),
      promptOf(context, question),
      choicesOf(question),
      isTest ? null : foldedAnswer(question),
    ),
  );
  const heading = el('h2', { dir: 'auto' }, titleOr(title, isTest ? 'Test' : 'Practice'));
  return el('section', { class: 'quiz' }, heading, el('p', { class: 'note' }, note), ...asked);
}

/** The headings of a prompt are below that of its question. */
const promptOf = (context: PageContext, { prompt }: ExportedQuestion): Markup =>
  el('div', { class: 'text', dir: 'auto' }, written(htmlMarkup(context, prompt, 4)));

const ASKS: Readonly<Record<QuestionKind, string | null>> = {
  one: 'Choose one:',
  several: 'Choose all that are right:',
  text: null,
  number: null,
  match: 'Match each of these:',
  order: 'Put these in order:',
  open: null,
};

/**
 * The choices in an order that depends on their texts only, which is the same in every copy of the course: authors write
 * the right one first, and ids differ.
 */
function choicesOf(question: ExportedQuestion): Markup {
  const ask = ASKS[question.kind];
  if (ask === null) return null;
  const named = readChoices(question).map(({ text, side }) => ({ id: text, side }));
  const choices = shuffleBy(question.prompt, named);
  const listOf = (side?: 'left' | 'right') =>
    el('ul', {}, ...choices.flatMap((one) => (one.side === side ? el('li', { dir: 'auto' }, one.id) : [])));
  if (choices.length === 0) return null;
  return question.kind === 'match'
    ? [el('p', {}, ask), listOf('left'), el('p', {}, 'With one of these:'), listOf('right')]
    : [el('p', {}, ask), listOf()];
}

/** The right answer and the explanation, which old readers of books show open; null for a question without both, such as one of a newer version. */
function foldedAnswer(question: ExportedQuestion): Markup {
  const key = readKey(question);
  const isExplained = cleanText(question.explanation).trim() !== '';
  if (key === null && !isExplained) return null;
  return el(
    'details',
    { class: 'answer' },
    el('summary', {}, 'Answer'),
    key === null ? null : answerOf(question, key),
    isExplained
      ? [el('p', { class: 'note' }, 'Explanation:'), paragraphs(question.explanation, 'about')]
      : null,
  );
}

/** The right answer to a question of any kind. */
function answerOf(question: ExportedQuestion, key: QuestionKey): Markup {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const named = (ids: readonly string[] = []) => ids.map((id) => texts.get(id) ?? '');
  switch (question.kind) {
    case 'one':
      return listed('Right is:', named(key.right));
    case 'several':
      return listed('Right are:', named(key.right));
    case 'text':
      return listed((key.accepted ?? []).length > 1 ? 'Right is each of:' : 'Right is:', key.accepted ?? []);
    case 'number':
      return listed('Right is:', [numberText(key)]);
    case 'match': {
      const pairs = (key.pairs ?? []).map(named).map(([left = '', right = '']) => {
        return el('li', {}, el('bdi', {}, left), ' with ', el('bdi', {}, right));
      });
      return [el('p', { class: 'note' }, 'Right is:'), el('ul', {}, ...pairs)];
    }
    case 'order':
      return listed('The right order:', named(key.order), 'ol');
    case 'open':
      return [el('p', { class: 'note' }, 'A good answer says:'), paragraphs(key.model ?? '', 'about')];
  }
}

function numberText({ value = '', tolerance = '0' }: QuestionKey): string {
  return toNumber(tolerance) === 0 ? value : `${value}, give or take ${tolerance}`;
}

const listed = (label: string, lines: readonly string[], list: 'ul' | 'ol' = 'ul'): Markup => [
  el('p', { class: 'note' }, label),
  lines.length === 0 ? null : el(list, {}, ...lines.map((line) => el('li', { dir: 'auto' }, line))),
];
