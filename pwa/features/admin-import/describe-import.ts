import { ImportReport } from '#interchange/import/import-report.ts';
import type { ReportLine } from '#interchange/import/report-line.ts';
import type { ReadImport } from '#pwa/sync/imports/read-result.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Preview } from './preview.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** `12 Nov` */
export const describeImportDay = (importedAt: string): string => day.format(new Date(importedAt));

/** `You imported this file on 12 Nov.` */
export const describeLastImport = (importedAt: string): string =>
  `You imported this file on ${describeImportDay(importedAt)}.`;

/** `Carrel · 2 modules · 12 lessons · 3 practice quizzes with 12 questions · 1 test with 4 questions · 4 files (58 MB)` */
export function describeContent({ format, outline, files }: ReadImport): string {
  const lessons = outline.modules.reduce((sum, module) => sum + module.lessons.length, 0);
  const parts = [format, countOf(outline.modules.length, 'module'), countOf(lessons, 'lesson')];
  const quizzes = outline.modules.flatMap((module) => module.lessons.flatMap((one) => one.quizzes ?? []));
  parts.push(...describeQuizzes(quizzes, 'practice'), ...describeQuizzes(quizzes, 'test'));
  if (files.size > 0)
    parts.push(`${countOf(files.size, 'file')} (${describeBytes(sizeOf([...files.values()]))})`);
  return parts.join(' · ');
}

/** How many of a use there are; empty without any. */
function describeQuizzes(quizzes: readonly DescribedQuiz[], use: QuizUse): string[] {
  const own = quizzes.filter((quiz) => quiz.use === use);
  const questions = own.reduce((sum, quiz) => sum + quiz.questions.length, 0);
  const nouns = { test: ['test', 'tests'], practice: ['practice quiz', 'practice quizzes'] } as const;
  const noun = nouns[use][own.length === 1 ? 0 : 1];
  return own.length === 0
    ? []
    : [`${formatCount(own.length)} ${noun} with ${countOf(questions, 'question')}`];
}

type DescribedQuiz = { readonly use: QuizUse; readonly questions: readonly unknown[] };

const sizeOf = (files: readonly { readonly sizeBytes: number }[]): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** How many bytes the device stores until they are sent, without the lessons of the places in `skipped`. */
export function neededBytes({ read, plan }: Preview, skipped: ReadonlySet<string>): number {
  const unwanted = new Set([...skipped].map((place) => plan.lessonIds.get(place)));
  const wanted = plan.files.filter(({ lessonIds }) =>
    lessonIds.some((lessonId) => lessonId === null || !unwanted.has(lessonId)),
  );
  return sizeOf(wanted.flatMap(({ digest }) => read.files.get(digest) ?? []));
}

/** The parts that could not be imported unchanged, when the file was read and when its import was planned. */
export function reportOf({ read, plan }: Pick<Preview, 'read' | 'plan'>): readonly ReportLine[] {
  const report = new ImportReport();
  report.addLines(read.report);
  for (const { place, reason } of plan.leftOut) report.add('leftOut', place, reason);
  return report.lines;
}
