import { readActivityFields, readBackupPart, readQuizFields } from '../read-backup-xml.ts';
import type { Activity, ActivityLesson } from './activity.ts';
import { readBook } from './read-book.ts';
import { readFolder, readResource } from './read-files.ts';
import { readGlossary } from './read-glossary.ts';
import { readH5pActivity, readHvp } from './read-h5p.ts';
import { readLabel } from './read-label.ts';
import { readLessonActivity } from './read-lesson-activity.ts';
import { readIntro } from './read-others.ts';
import { readPage } from './read-page.ts';
import { readQuiz } from './read-quiz.ts';
import { readUrl } from './read-url.ts';

type ReadActivity = (activity: Activity) => ActivityLesson[] | Promise<ActivityLesson[]>;

/** By Moodle's names. Plugins that are not here are their introduction. */
const READERS: ReadonlyMap<string, ReadActivity> = new Map<string, ReadActivity>([
  ['page', readPage],
  ['book', readBook],
  ['lesson', readLessonActivity],
  ['resource', readResource],
  ['folder', readFolder],
  ['url', readUrl],
  ['label', readLabel],
  ['glossary', readGlossary],
  ['h5pactivity', readH5pActivity],
  ['hvp', readHvp],
  ['quiz', readQuiz],
]);

/** Reads the file of an activity, without what people wrote or did. */
export function readActivityFile(kind: string): typeof readBackupPart {
  if (kind === 'quiz') return readQuizFields;
  return READERS.has(kind) ? readBackupPart : readActivityFields;
}

export const readActivity: ReadActivity = (activity) => (READERS.get(activity.kind) ?? readIntro)(activity);
