import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { generateNKeysBetween } from 'fractional-indexing';
import { v4 as randomId } from 'uuid';
import * as v from 'valibot';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { type Choice, findProblem, type QuestionKey } from '#schema/quizzes/question-content.ts';
import { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import { sanitizeLessonHtml } from '../courses/lesson-html.ts';
import { parseJson, SeedError } from './course-source.ts';

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const Texts = v.pipe(v.array(Text), v.nonEmpty());
const asked = { prompt: Text, explanation: v.string(), points: v.optional(v.number(), 1) };

const QuestionSource = v.variant('kind', [
  v.strictObject({ kind: v.literal('one'), ...asked, right: Text, wrong: Texts }),
  v.strictObject({ kind: v.literal('several'), ...asked, right: Texts, wrong: Texts }),
  v.strictObject({ kind: v.literal('text'), ...asked, accepted: Texts }),
  v.strictObject({ kind: v.literal('number'), ...asked, value: Text, tolerance: v.optional(Text, '0') }),
  v.strictObject({ kind: v.literal('match'), ...asked, pairs: v.array(v.tuple([Text, Text])) }),
  v.strictObject({ kind: v.literal('order'), ...asked, lines: Texts }),
  v.strictObject({ kind: v.literal('open'), ...asked, model: Text }),
]);
type QuestionSource = v.InferOutput<typeof QuestionSource>;

/** The file of a lesson's practice and tests. Texts stand for choices: the ids of these are random. */
const QuizSources = v.array(
  v.strictObject({
    use: QuizUse,
    title: Text,
    passPercent: v.optional(quizEntity.fields.passPercent, quizEntity.defaults.passPercent),
    attemptsMax: v.optional(quizEntity.fields.attemptsMax, quizEntity.defaults.attemptsMax),
    isRequired: v.optional(v.boolean(), false),
    isShuffled: v.optional(v.boolean(), false),
    questions: v.pipe(v.array(QuestionSource), v.nonEmpty()),
  }),
);

/** Reads and checks the practice and tests of a lesson. Throws SeedError. */
export async function readQuizzes(folder: string, path: string): Promise<CopiedQuiz[]> {
  const place = `${path} of the course in ${basename(folder)}`;
  const text = await readFile(join(folder, path), 'utf8');
  const result = v.safeParse(QuizSources, parseJson(text, place));
  if (!result.success) {
    const [issue] = result.issues;
    throw new SeedError(`${place} has an error: ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  }
  const positions = generateNKeysBetween(null, null, result.output.length);
  return result.output.map(({ questions, isRequired, isShuffled, ...quiz }, at) => {
    const places = generateNKeysBetween(null, null, questions.length);
    return {
      ...{ ...quizEntity.defaults, ...quiz, position: positions[at] ?? '' },
      ...{ isRequired: isRequired ? 1 : 0, isShuffled: isShuffled ? 1 : 0 },
      questions: questions.map((question, q) => questionOf(question, places[q] ?? '', place)),
    };
  });
}

function questionOf(
  source: QuestionSource,
  position: string,
  place: string,
): CopiedQuiz['questions'][number] {
  const { kind, explanation, points } = source;
  const prompt = sanitizeLessonHtml(source.prompt);
  const { choices, key } = answersOf(source);
  const content = { choices: JSON.stringify(choices), key: JSON.stringify(key) };
  const question = { ...questionEntity.defaults, kind, prompt, explanation, points, position, ...content };
  const problem = findProblem(question);
  if (problem !== null) throw new SeedError(`“${prompt}” in ${place}: ${problem.sentence}`);
  return question;
}

interface Answers {
  readonly choices: readonly Choice[];
  readonly key: QuestionKey;
}

const toChoice = (text: string): Choice => ({ id: randomId(), text });
const idsOf = (choices: readonly Choice[]): string[] => choices.map(({ id }) => id);

function answersOf(source: QuestionSource): Answers {
  switch (source.kind) {
    case 'one':
    case 'several': {
      const right = [source.right].flat().map(toChoice);
      return { choices: [...right, ...source.wrong.map(toChoice)], key: { right: idsOf(right) } };
    }
    case 'text':
      return { choices: [], key: { accepted: source.accepted } };
    case 'number':
      return { choices: [], key: { value: source.value, tolerance: source.tolerance } };
    case 'match': {
      const sides = source.pairs.map(([left, right]): [Choice, Choice] => [
        { ...toChoice(left), side: 'left' },
        { ...toChoice(right), side: 'right' },
      ]);
      return { choices: sides.flat(), key: { pairs: sides.map(([left, right]) => [left.id, right.id]) } };
    }
    case 'order': {
      const choices = source.lines.map(toChoice);
      return { choices, key: { order: idsOf(choices) } };
    }
    case 'open':
      return { choices: [], key: { model: source.model } };
  }
}
