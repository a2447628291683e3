import type { CourseFileQuiz } from '#interchange/course-file/course-file.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { CHOICE_MAX_CHARACTERS, QUESTION_CHOICES_MAX } from '#schema/limits.ts';
import { findProblem } from '#schema/quizzes/question-content.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Attachment, ImportedLesson } from '../imported-course.ts';
import { type ReadAnswer, readAnswer } from '../quizzes/answer-key.ts';
import { readAnswerText } from '../quizzes/answer-text.ts';
import type { ForeignQuestion, ForeignQuiz } from '../quizzes/foreign-quiz.ts';
import { quizReasons } from '../quizzes/quiz-reasons.ts';
import { cut } from '../text/plain-text.ts';
import { titleText } from '../text/titles.ts';
import { finishText } from './finish-text.ts';
import type { LessonContext } from './lesson-context.ts';

type FinishedQuestion = CourseFileQuiz['questions'][number];

interface FinishedQuizzes {
  readonly quizzes: readonly CourseFileQuiz[];
  /** Files and addresses that their texts name and that are not part of a text. */
  readonly named: readonly Attachment[];
}

/** In a question, pictures are data, and count as characters. */
const PROMPT_MAX_CHARACTERS = questionEntity.fieldRules.prompt.max;
/** The rest is for the text, which is short. */
const PROMPT_PICTURES_MAX_BYTES = PROMPT_MAX_CHARACTERS - 16 * 1024;

/**
 * Finishes the quizzes of a lesson: cleans their texts and makes the choices and keys of their questions. A question that
 * cannot be asked is reported and left out, and so is a quiz without any other.
 */
export async function finishQuizzes(
  lesson: ImportedLesson,
  context: LessonContext,
): Promise<FinishedQuizzes> {
  const quizzes: CourseFileQuiz[] = [];
  const named: Attachment[] = [];
  for (const quiz of lesson.quizzes ?? []) {
    const title = titleText(quiz.title, lesson.title);
    const questions: FinishedQuestion[] = [];
    for (const [at, question] of quiz.questions.entries()) {
      const place = `${title}: ${titleText(question.name, `Question ${at + 1}`)}`;
      const own = { ...lesson, title: place, path: quiz.path ?? lesson.path, html: question.prompt };
      const text = await finishText(own, [], context, PROMPT_PICTURES_MAX_BYTES);
      const finished = finishQuestion(question, text.html, { place, use: quiz.use, context });
      context.onQuestion();
      if (finished === null) continue;
      questions.push(finished);
      named.push(...text.named);
    }
    if (questions.length === 0) context.report.add('leftOut', title, quizReasons.noQuestions);
    else quizzes.push({ ...settingsOf(quiz), title, questions });
    if (questions.length > 0 && !quiz.isOwn)
      context.report.add('taken', title, quiz.use === 'test' ? quizReasons.isTest : quizReasons.isPractice);
  }
  return { quizzes, named };
}

const { attemptsMax: attemptsRule, passPercent: passRule } = quizEntity.fieldRules;

function settingsOf(quiz: ForeignQuiz): Omit<CourseFileQuiz, 'title' | 'questions'> {
  const { use, attemptsMax = null, scoreRule, isShuffled, passPercent, release, isRequired } = quiz;
  const { passPercent: usualPercent, ...defaults } = quizEntity.defaults;
  const isCount = attemptsMax !== null && attemptsMax >= 1 && attemptsMax <= attemptsRule.max;
  const isPercent = passPercent !== undefined && passPercent >= 0 && passPercent <= passRule.max;
  return {
    ...defaults,
    use,
    attemptsMax: isCount ? Math.trunc(attemptsMax) : null,
    passPercent: isPercent ? Math.round(passPercent) : usualPercent,
    scoreRule: scoreRule ?? defaults.scoreRule,
    release: release ?? defaults.release,
    isShuffled: isShuffled === true ? 1 : 0,
    isRequired: isRequired === true ? 1 : 0,
  };
}

interface QuestionPlace {
  readonly place: string;
  readonly use: QuizUse;
  readonly context: LessonContext;
}

/** Null, with a report, for a question that cannot be asked. */
function finishQuestion(
  question: ForeignQuestion,
  prompt: string,
  { place, use, context: { report } }: QuestionPlace,
): FinishedQuestion | null {
  const leaveOut = (reason: string): null => {
    report.add('leftOut', place, reason);
    return null;
  };
  const { kind } = question.answer;
  if (kind === 'open' && use === 'test') return leaveOut(quizReasons.openInTest);
  let hasPicture = false;
  let isOnlyPicture = false;
  const textOf = (html: string): string => {
    const read = readAnswerText(html);
    hasPicture ||= read.hasPicture;
    isOnlyPicture ||= read.hasPicture && read.text === '';
    return kind === 'open' ? cut(read.text, CHOICE_MAX_CHARACTERS) : read.text;
  };
  const answer = readAnswer(question.answer, prompt, textOf);
  if (kind === 'open' && answer.key.model === '') return leaveOut(quizReasons.noModel);
  if (isOnlyPicture) return leaveOut(quizReasons.pictureAnswers);
  if (isTooLong(answer) || prompt.length > PROMPT_MAX_CHARACTERS) return leaveOut(quizReasons.tooLong);
  const finished = {
    ...{ kind, prompt, points: Math.min(question.points, questionEntity.fieldRules.points.max) },
    ...{ choices: JSON.stringify(answer.choices), key: JSON.stringify(answer.key) },
    explanation: explanationOf(question),
  };
  const problem = findProblem(finished);
  if (problem !== null) return leaveOut(quizReasons.problem(problem.sentence));
  if (hasPicture) report.add('simplified', place, quizReasons.pictures);
  if (finished.points < question.points) report.add('simplified', place, quizReasons.points);
  return finished;
}

const isLong = (text: string): boolean => text.length > CHOICE_MAX_CHARACTERS;

function isTooLong({ choices, key: { accepted = [], value = '' } }: ReadAnswer): boolean {
  const texts = [...choices.map(({ text }) => text), ...accepted, value];
  return Math.max(choices.length, accepted.length) > QUESTION_CHOICES_MAX || texts.some(isLong);
}

const EXPLANATION_MAX_CHARACTERS = questionEntity.fieldRules.explanation.max;

/** What the other program says to each learner, and then what it says to those who took a choice. */
function explanationOf({ explanations, answer }: ForeignQuestion): string {
  const texts = explanations.map((html) => readAnswerText(html).text);
  const choices = answer.kind === 'one' || answer.kind === 'several' ? answer.choices : [];
  const ofChoices = choices.flatMap(({ text, feedback = '' }) => {
    const said = readAnswerText(feedback).text;
    return said === '' || texts.includes(said) ? [] : [`${readAnswerText(text).text}: ${said}`];
  });
  const all = [...new Set([...texts, ...ofChoices])].filter((text) => text !== '');
  return cut(all.join('\n\n'), EXPLANATION_MAX_CHARACTERS);
}
