import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { ImportReport, reasons } from '../import-report.ts';
import type { ImportedLesson } from '../imported-course.ts';
import { withoutTitle } from '../pages/without-title.ts';
import { plainText } from '../text/plain-text.ts';
import { finishQuizzes } from './finish-quizzes.ts';
import { finishText } from './finish-text.ts';
import type { LessonContext } from './lesson-context.ts';
import { LessonFiles } from './lesson-files.ts';
import { fitsIntoLesson } from './lesson-text-size.ts';

/** The fields that an import does not set. */
const { content: _content, videoUrl: _videoUrl, ...fileDefaults } = lessonEntity.defaults;

type OutlineLesson = CourseOutline['modules'][number]['lessons'][number];
/** A lesson without its title. Links to other lessons name their keys. */
type FinishedLesson = Omit<OutlineLesson, 'title'> & { readonly html: string };

/**
 * Finishes one lesson: its text, its video and its resources. Links to other lessons name their keys, as their places
 * are not known yet.
 */
export async function finishLesson(lesson: ImportedLesson, context: LessonContext): Promise<FinishedLesson> {
  const files = new LessonFiles(lesson, context);
  for (const attachment of lesson.attachments) await files.add(attachment);
  const text = await finishTextAndFiles(lesson, files, context);
  const { quizzes, named } = await finishQuizzes(lesson, context);
  for (const attachment of named) await files.add(attachment);
  const shown = lesson.isFromCarrel === true ? text : withoutTitle(text, lesson.title);
  const html = withinLimit(shown, lesson, context);
  const { video, resources } = files;
  if (html === '' && video === null && resources.length + quizzes.length === 0)
    context.report.add('simplified', lesson.title, reasons.empty);
  return {
    ...fileDefaults,
    html,
    description: plainText(lesson.description),
    duration: video === null ? readingMinutes(html) : 0,
    type: video === null ? 'text' : 'video',
    video,
    resources,
    ...(quizzes.length > 0 && { quizzes: [...quizzes] }),
  };
}

/** The text, after the files that it names were added. If pictures are among them, the text is made once more with them. */
async function finishTextAndFiles(
  lesson: ImportedLesson,
  files: LessonFiles,
  context: LessonContext,
): Promise<string> {
  const report = new ImportReport();
  const known = files.pictures.length;
  const { html, named } = await finishText(lesson, files.pictures, { ...context, report });
  for (const attachment of named) await files.add(attachment);
  if (files.pictures.length > known) return (await finishText(lesson, files.pictures, context)).html;
  context.report.addLines(report.lines);
  return html;
}

/** The server refuses a longer text, and with it the whole course. */
function withinLimit(html: string, { title }: ImportedLesson, { report }: LessonContext): string {
  if (fitsIntoLesson(html)) return html;
  report.add('leftOut', title, reasons.textTooLong);
  return '';
}

const CHARACTERS_PER_MINUTE = 1_000;

/** At least one for any text, none for no text. */
function readingMinutes(html: string): number {
  const characters = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim().length;
  return characters === 0 ? 0 : Math.max(1, Math.round(characters / CHARACTERS_PER_MINUTE));
}
