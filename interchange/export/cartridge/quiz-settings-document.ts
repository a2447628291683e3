import type { ExportedQuiz } from '../pages/copy-quizzes.ts';
import { el, type Markup, titleOr, xmlDocument } from '../pages/markup.ts';

const CANVAS = 'http://canvas.instructure.com/xsd/cccv1p0';
/** The namespace of settings that Canvas has no words for; other programs ignore it. */
const CARREL = 'urn:carrel:quiz';

/**
 * The settings of a quiz that QTI of a Common Cartridge has no place for, as Canvas writes them beside its quizzes.
 * Canvas shuffles the choices where Carrel always does; Carrel's own setting is the order of the questions.
 */
export function quizSettingsDocument(quiz: ExportedQuiz, ident: string): string {
  const { use, title, attemptsMax, scoreRule, release, passPercent, isShuffled, isRequired } = quiz;
  return xmlDocument(
    el(
      'quiz',
      { identifier: ident, xmlns: CANVAS, 'xmlns:carrel': CARREL },
      el('title', {}, titleOr(title, 'Quiz')),
      el('shuffle_answers', {}, 'true'),
      el('scoring_policy', {}, scoreRule === 'last' ? 'keep_latest' : 'keep_highest'),
      el('quiz_type', {}, use === 'test' ? 'assignment' : 'practice_quiz'),
      flag('show_correct_answers', release === 'answers'),
      el('allowed_attempts', {}, String(attemptsMax ?? -1)),
      el('carrel:pass_percent', {}, String(passPercent)),
      flag('carrel:shuffle_questions', isShuffled === 1),
      flag('carrel:required', isRequired === 1),
    ),
  );
}

const flag = (name: string, isSet: boolean): Markup => el(name, {}, String(isSet));
