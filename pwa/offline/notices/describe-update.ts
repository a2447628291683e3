import type { CourseUpdate, UpdatedLesson } from '#pwa/store/offline/course-updates.ts';
import type { Download } from '#pwa/store/offline/downloads.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { countOf } from '#schema/messages/count.ts';

/** The most lessons that are named. */
const NAMED_MAX = 3;

/** The changes in an offline course, as text for its learner. */
export interface UpdateText {
  /** `3 lessons changed since your copy` */
  readonly title: string;
  /** The lessons, and whether their text was updated. */
  readonly lessons: string;
  /** New files that are here, or wait; null if there are none. */
  readonly files: string | null;
  readonly isWaiting: boolean;
}

export function describeUpdate({ lessons }: CourseUpdate, downloads: readonly Download[]): UpdateText {
  const names = lessons.slice(0, NAMED_MAX).map(nameOf).join(', ');
  const more = lessons.length > NAMED_MAX ? ` and ${lessons.length - NAMED_MAX} more` : '';
  const textBytes = lessons.reduce((sum, lesson) => sum + lesson.textBytes, 0);
  const text = textBytes === 0 ? '' : ` Their text (${describeBytes(textBytes)}) is downloaded.`;
  const { files, isWaiting } = describeFiles(lessons, downloads);
  return { title: titleOf(lessons), lessons: `${names}${more}.${text}`, files, isWaiting };
}

function titleOf(lessons: readonly UpdatedLesson[]): string {
  const kinds = new Set(lessons.map(({ change }) => change));
  const [only] = kinds;
  const verb = kinds.size === 1 && only !== undefined ? verbs[only] : 'changed';
  return `${countOf(lessons.length, 'lesson')} ${verb} since your download`;
}

const verbs = { added: 'added', changed: 'changed', removed: 'removed' };

function nameOf({ title, change }: UpdatedLesson): string {
  return change === 'changed' ? `“${title}”` : `“${title}” (${change === 'added' ? 'new' : 'removed'})`;
}

function describeFiles(lessons: readonly UpdatedLesson[], downloads: readonly Download[]) {
  const files = new Map(lessons.flatMap((lesson) => lesson.files).map((file) => [file.fileId, file]));
  const rows = downloads.filter(({ fileId }) => files.has(fileId));
  // A file that is neither here nor pending was replaced again since.
  const waiting = rows.filter(({ state }) => state !== 'kept');
  const here = rows.filter(({ state }) => state === 'kept');
  const parts = [
    here.length === 0 ? null : `${sizeOf(here)} ${here.length === 1 ? 'is' : 'are'} downloaded.`,
    waiting.length === 0
      ? null
      : `${sizeOf(waiting)} ${waiting.length === 1 ? 'is' : 'are'} not downloaded yet; the previous version stays available until then.`,
  ].filter((part) => part !== null);
  return { files: parts.length === 0 ? null : parts.join(' '), isWaiting: waiting.length > 0 };
}

/** `1 new video (8.0 MB)` */
function sizeOf(rows: readonly Download[]): string {
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const noun = rows.every(({ kind }) => kind === 'video') ? 'new video' : 'new file';
  return `${countOf(rows.length, noun)} (${describeBytes(bytes)})`;
}
