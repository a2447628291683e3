import type { Activity, ActivityLesson } from './activity.ts';
import { readBook } from './read-book.ts';
import { readFolder, readResource } from './read-files.ts';
import { readGlossary } from './read-glossary.ts';
import { readLabel } from './read-label.ts';
import { readLessonActivity } from './read-lesson-activity.ts';
import { leaveOut, leaveOutPackage, leaveOutQuiz, readText } from './read-others.ts';
import { readPage } from './read-page.ts';
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
  ['quiz', leaveOutQuiz],
  ['qbank', leaveOutQuiz],
  ...['choice', 'feedback', 'survey', 'workshop', 'data', 'lti', 'chat', 'bigbluebuttonbn', 'attendance'].map(
    (kind): [string, ReadActivity] => [kind, leaveOut],
  ),
  ...['scorm', 'h5pactivity', 'hvp', 'imscp'].map((kind): [string, ReadActivity] => [kind, leaveOutPackage]),
]);

export const readActivity: ReadActivity = (activity) => (READERS.get(activity.kind) ?? readText)(activity);
