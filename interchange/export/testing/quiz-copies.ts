import * as fc from 'fast-check';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import type { QuestionKey } from '#schema/quizzes/question-content.ts';
import { QuestionKind, type QuizUse } from '#schema/quizzes/question-kind.ts';
import type { ExportedQuestion, ExportedQuiz } from '../pages/copy-quizzes.ts';
import { hostileHtml } from './course-copies.ts';

type Sided = readonly (readonly [id: string, text: string, side?: 'left' | 'right'])[];

const question = (
  kind: QuestionKind,
  prompt: string,
  choices: Sided,
  key: QuestionKey,
  explanation = '',
): ExportedQuestion => ({
  ...{ kind, prompt, explanation, points: 2, key: JSON.stringify(key) },
  choices: JSON.stringify(choices.map(([id, text, side]) => (side ? { id, text, side } : { id, text }))),
});

/** A quiz with a question of each kind. Texts that only its keys have begin with `key-`. */
export const quizOfEveryKind = (use: QuizUse): ExportedQuiz => ({
  ...{ use, title: 'What moves the sea?', attemptsMax: 3, passPercent: 75, scoreRule: 'last' },
  ...{ isShuffled: 1, release: 'score', isRequired: 1 },
  questions: [
    question(
      'one',
      '<h1>Tides</h1><p>What comes <em>next?</em></p>',
      [
        ['a', 'Flood & rise'],
        ['b', 'Rain'],
      ],
      { right: ['a'] },
      'key-why <it> rises.\n\nkey-more',
    ),
    question(
      'several',
      '<p>Which pull?</p>',
      [
        ['a', 'Sun'],
        ['b', 'Moon'],
        ['c', 'Sand'],
      ],
      {
        right: ['a', 'b'],
      },
    ),
    question('text', '<p>Name it</p>', [], { accepted: ['key-neap', 'key-nip'] }),
    question('number', '<p>Hours</p>', [], { value: '12.4271', tolerance: '0,0313' }),
    question(
      'match',
      '<p>Match</p>',
      [
        ['l1', 'Ebb', 'left'],
        ['l2', 'Flow', 'left'],
        ['r1', 'falls', 'right'],
        ['r2', 'rises', 'right'],
      ],
      {
        pairs: [
          ['l1', 'r1'],
          ['l2', 'r2'],
        ],
      },
    ),
    question(
      'order',
      '<p>Sort</p>',
      [
        ['x', 'low'],
        ['y', 'mid'],
        ['z', 'high'],
      ],
      { order: ['x', 'y', 'z'] },
    ),
    question('open', '<p dir="rtl" lang="he">למה?</p>', [], { model: 'key-model answer' }),
  ],
});

const texts = fc.oneof(hostileHtml, fc.constantFrom('', ' ', 'שלום', '{'));
const keys = fc.oneof(
  texts,
  fc
    .record({
      right: fc.subarray(['a', 'b', 'gone']),
      accepted: fc.array(texts, { maxLength: 2 }),
      value: texts,
      model: texts,
      pairs: fc.constant([['a', 'b']]),
      order: fc.constant(['b', 'a']),
    })
    .map((key) => JSON.stringify(key)),
);
const choices = fc.oneof(
  texts,
  fc.tuple(texts, texts).map(([a, b]) =>
    JSON.stringify([
      { id: 'a', text: a, side: 'left' },
      { id: 'b', text: b },
    ]),
  ),
);

/** Quizzes of any texts, also of what no version wrote, in the first lesson. */
export const copiedQuizzes: fc.Arbitrary<ReadonlyMap<string, readonly ExportedQuiz[]>> = fc
  .array(
    fc.record({
      use: fc.constantFrom('practice' as const, 'test' as const),
      title: texts,
      attemptsMax: fc.constantFrom(null, 2),
      questions: fc.array(
        fc.record({
          ...{ kind: fc.constantFrom(...QuestionKind.options), prompt: hostileHtml },
          ...{ choices, key: keys, explanation: texts, points: fc.constantFrom(0, 1.5) },
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  )
  .map((quizzes) => new Map([['1/1', quizzes.map((quiz) => ({ ...quizEntity.defaults, ...quiz }))]]));

/** The words that only the keys and explanations of {@link quizOfEveryKind} contain. */
export const KEY_MARKS: readonly string[] = ['key-', '12.4271', '0,0313'];
