import { isCourseFile, readCourse } from './read-course.ts';
import { readFolder, readForeignFile, readPastedLinks } from './read-foreign-file.ts';
import type { Chosen, ReadImport } from './read-result.ts';

/**
 * Reads what was chosen. `onShare` is called whenever a part was read, with the share that is done, from 0 to 1. It
 * never goes back.
 *
 * @throws {UserFacingError} a sentence for users: ImportError and CourseFileError
 */
export async function readImport(chosen: Chosen, onShare: (share: number) => void): Promise<ReadImport> {
  let highest = 0;
  const onProgress = (share: number) => {
    highest = Math.max(highest, share);
    onShare(highest);
  };
  if (chosen.kind === 'folder') return readFolder(chosen, onProgress);
  if (chosen.kind === 'links') return readPastedLinks(chosen, onProgress);
  return (await isCourseFile(chosen))
    ? readCourse(chosen.file, onProgress)
    : readForeignFile(chosen, onProgress);
}
