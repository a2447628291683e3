import type { QuizUse } from '#schema/quizzes/question-kind.ts';

/** In the identifier of a quiz, so that an import into Carrel returns it to its lesson; other systems ignore it. */
const MARKS: Readonly<Record<QuizUse, string>> = { practice: 'carrel-practice-', test: 'carrel-test-' };

export const markedIdent = (use: QuizUse, ident: string): string => MARKS[use] + ident;

/** The use of a quiz that Carrel exported, by its identifier; null for one of any other program. */
export function findOwnQuiz(ident: string): QuizUse | null {
  if (ident.startsWith(MARKS.practice)) return 'practice';
  return ident.startsWith(MARKS.test) ? 'test' : null;
}

/** Canvas' name for the file of the settings of a quiz; it is in a folder of the quiz. */
export const QUIZ_SETTINGS = 'assessment_meta.xml';
