import { byName, textEntry, type WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { type CourseCopy, copiedModules } from '../pages/course-copy.ts';
import type { PageContext } from '../pages/lesson-parts.ts';
import { PackedFiles } from '../pages/packed-files.ts';
import { INDEX_PAGE, indexPage, lessonDocument, lessonPage, STYLE } from './site-pages.ts';
import { SITE_STYLE } from './site-style.ts';

/**
 * Writes a course as the entries of a site without scripts, which browsers open from a disk: `index.html` first. All
 * pictures, videos and documents are packed.
 *
 * @param pause called after each lesson, because a long course takes a while
 */
export async function writeSite(
  course: CourseCopy,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly WrittenEntry[]> {
  const files = new PackedFiles(course);
  const context: PageContext = { course, files, syntax: 'html', extension: 'html' };
  const { picture } = course.outline;
  const cover = picture !== null && 'file' in picture ? files.addStored(picture.file, 'cover') : null;
  const modules = copiedModules(course);
  const lessons = modules.flatMap((module) => module.lessons);
  const pages: WrittenEntry[] = [];
  for (const [at, lesson] of lessons.entries()) {
    const steps = { previous: lessons[at - 1], next: lessons[at + 1] };
    pages.push(textEntry(lessonPage(lesson), lessonDocument(context, lesson, steps)));
    await pause();
  }
  return [
    textEntry(INDEX_PAGE, indexPage(context, modules, cover)),
    ...[...pages, textEntry(STYLE, SITE_STYLE), ...files.entries.map(({ type: _, ...entry }) => entry)].sort(
      byName,
    ),
  ];
}
