import type { ForeignQuestion, ForeignQuiz } from '#interchange/import/quizzes/foreign-quiz.ts';
import { pointsOf } from '#interchange/import/quizzes/foreign-quiz.ts';
import { QUESTIONS_MAX } from '#interchange/import/quizzes/limit-questions.ts';
import { readQuestion } from '#interchange/import/quizzes/moodle/read-question.ts';
import { quizReasons } from '#interchange/import/quizzes/quiz-reasons.ts';
import { titleOfHtml } from '#interchange/import/text/titles.ts';
import { childrenOf, findElement, type XmlElement } from '#interchange/import/xml.ts';
import { valueAt } from '../read-backup-xml.ts';
import type { Activity, ActivityLesson } from './activity.ts';

/** A quiz becomes a lesson with its questions; what learners did is never read. */
export async function readQuiz(activity: Activity): Promise<ActivityLesson[]> {
  const { element, report, title } = activity;
  const list = findElement(element, 'question_instances');
  const questions: ForeignQuestion[] = [];
  for (const instance of list === undefined ? [] : childrenOf(list)) {
    if (questions.length > QUESTIONS_MAX) break;
    for (const question of await questionsOf(instance, activity)) questions.push(question);
  }
  if (questions.length === 0) {
    report.add('leftOut', title, quizReasons.noQuestions);
    return [];
  }
  const quiz: ForeignQuiz = { title, questions, ...settingsOf(element) };
  return activity.single({ ...activity.introduce(''), quizzes: [quiz] });
}

/** A quiz that gives no grade is practice. */
function settingsOf(element: XmlElement): Omit<ForeignQuiz, 'title' | 'questions'> {
  const attempts = Number.parseInt(valueAt(element, 'attempts_number') || valueAt(element, 'attempts'), 10);
  const sections = findElement(element, 'sections');
  const first = sections === undefined ? undefined : childrenOf(sections)[0];
  return {
    use: Number(valueAt(element, 'grade')) > 0 ? 'test' : 'practice',
    attemptsMax: attempts > 0 ? attempts : null,
    scoreRule: valueAt(element, 'grademethod') === '4' ? 'last' : 'best',
    isShuffled: valueAt(first, 'shufflequestions') === '1',
    release: releaseOf(valueAt(element, 'reviewrightanswer')),
  };
}

/** When learners see the right answers, as bits: during an attempt, right after it, while the quiz is open; later. */
const SHOWN_BEFORE_CLOSE = 0x11100;

/** Answers that Moodle shows only after a quiz is closed, or never, are not released: quizzes in Carrel do not close. */
function releaseOf(review: string): 'score' | 'answers' {
  const bits = Number.parseInt(review, 10);
  return Number.isFinite(bits) && (bits & SHOWN_BEFORE_CLOSE) === 0 ? 'score' : 'answers';
}

/** The questions that a place of a quiz became; none, with a report, for what Carrel does not have. */
async function questionsOf(instance: XmlElement, activity: Activity): Promise<ForeignQuestion[]> {
  const { report, title } = activity;
  const bank = await activity.questionBank();
  const entryId = valueAt(instance, 'question_reference', 'questionbankentryid');
  const questionId = valueAt(instance, 'questionid') || valueAt(instance, 'question');
  const found = entryId === '' ? bank.findQuestion(questionId) : bank.findEntry(entryId);
  const isRandom = findElement(instance, 'question_set_reference') !== undefined || found?.type === 'random';
  if (isRandom) report.add('leftOut', title, quizReasons.randomOut);
  else if (found === null) report.add('missing', title, quizReasons.notInBank);
  if (isRandom || found === null || found.type === 'description') return [];
  const { questions, reasons } = readQuestion(found);
  for (const reason of reasons)
    report.add(
      questions.length === 0 ? 'leftOut' : 'simplified',
      `${title}: ${titleOfHtml(found.name, '')}`,
      reason,
    );
  const mark = valueAt(instance, 'maxmark') || valueAt(instance, 'grade');
  return withPoints(questions, pointsOf(mark, found.points));
}

/** The points of the quiz count, not those of the bank. */
function withPoints(questions: readonly ForeignQuestion[], points: number): ForeignQuestion[] {
  const each = Math.round((points / Math.max(questions.length, 1)) * 100) / 100;
  return questions.map((question) => ({ ...question, points: each }));
}
