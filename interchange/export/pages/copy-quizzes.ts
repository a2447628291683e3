import { type CourseFileQuiz, lessonPlace } from '#interchange/course-file/course-file.ts';
import type { PlainCourse } from '#interchange/course-file/plain-course.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';

type CourseFileQuestion = CourseFileQuiz['questions'][number];

/** A quiz as an export has it. */
export interface ExportedQuiz extends Omit<CourseFileQuiz, 'questions'> {
  readonly questions: readonly ExportedQuestion[];
}

export type ExportedQuestion = Pick<
  CourseFileQuestion,
  'kind' | 'prompt' | 'choices' | 'key' | 'explanation' | 'points'
>;

/** Who has the keys of tests: books and sites are for learners, cartridges for the admins of other systems. */
export type TestKeys = 'kept' | 'left out';

/**
 * Takes the quizzes out of the outline of a course and returns them by the places of their lessons. Choices are in the
 * order of their random ids, because authors write the right one first.
 */
export function copyQuizzes<Course extends PlainCourse>(
  plain: Course,
  testKeys: TestKeys,
): Course & { readonly quizzes: ReadonlyMap<string, readonly ExportedQuiz[]> } {
  const quizzes = new Map<string, ExportedQuiz[]>();
  const modules = plain.outline.modules.map((module, m) => ({
    ...module,
    lessons: module.lessons.map(({ quizzes: own = [], ...lesson }, l) => {
      if (own.length > 0)
        quizzes.set(
          lessonPlace(m + 1, l + 1),
          own.map((quiz) => copyQuiz(quiz, testKeys)),
        );
      return lesson;
    }),
  }));
  return { ...plain, outline: { ...plain.outline, modules }, quizzes };
}

function copyQuiz({ questions, ...quiz }: CourseFileQuiz, testKeys: TestKeys): ExportedQuiz {
  const hasKeys = quiz.use === 'practice' || testKeys === 'kept';
  const copied = questions.map((question): ExportedQuestion => {
    const { kind, prompt, points, key, explanation } = question;
    const choices = readChoices(question).sort((one, other) => (one.id < other.id ? -1 : 1));
    const hidden = hasKeys ? { key, explanation } : { key: '', explanation: '' };
    return { kind, prompt, points, choices: JSON.stringify(choices), ...hidden };
  });
  return { ...quiz, questions: copied };
}
