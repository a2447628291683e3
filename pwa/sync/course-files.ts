import { KEPT_FILE_MAX_BYTES } from '#schema/limits.ts';
import { keepFiles, removeFilesBut, type WantedFile } from '../downloads/keep-files.ts';
import { parseFileId } from '../downloads/kept-url.ts';
import { listDownloads } from '../store/downloads.ts';
import { findKeptCourse, listKeptCourses } from '../store/kept-courses.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { KeptCourse } from '../store/rows.ts';

type CourseWithFiles = Pick<KeptCourse, 'id' | 'modules'>;

/** Brings the own files of kept courses onto the device, as far as downloads/ finds them small enough. */
export async function keepFilesOf(store: PrivateStore, courseIds: readonly string[]): Promise<void> {
  for (const courseId of courseIds) {
    const course = await findKeptCourse(store, courseId);
    if (course !== null) await keepFiles(store.userId, filesOf(course));
  }
}

/**
 * Kept courses of which a file is not here that should be: the page went away while it came. Their
 * addresses may have run out since, so the course is to be asked for again.
 */
export async function listCoursesLackingFiles(store: PrivateStore): Promise<string[]> {
  const here = (await listDownloads(store)).filter(({ state }) => state === 'kept');
  const kept = new Set(here.map(({ fileId }) => fileId));
  const lacks = (course: KeptCourse) =>
    filesOf(course).some(({ fileId, sizeBytes }) => sizeBytes <= KEPT_FILE_MAX_BYTES && !kept.has(fileId));
  return (await listKeptCourses(store)).filter(lacks).map(({ id }) => id);
}

/** Takes files off the device that no kept course shows or offers any more. */
export async function dropFiles(store: PrivateStore): Promise<void> {
  const wanted = (await listKeptCourses(store)).flatMap(filesOf).map(({ fileId }) => fileId);
  await removeFilesBut(store.userId, new Set(wanted));
}

/** The files of our own that a course's lessons show or offer, in reading order. */
export function filesOf(course: CourseWithFiles): WantedFile[] {
  const files: (WantedFile | null)[] = course.modules
    .flatMap((module) => module.lessons)
    .flatMap((lesson) => {
      const from = { courseId: course.id, lessonId: lesson.id };
      const video = { url: lesson.videoUrl, title: lesson.title, sizeBytes: lesson.videoSizeBytes };
      return [
        wantedFile({ ...from, ...video, kind: 'video' }),
        ...lesson.resources.map(({ url, title, sizeBytes }) =>
          wantedFile({ ...from, url, title, sizeBytes, kind: 'resource' }),
        ),
      ];
    });
  return files.filter((file) => file !== null);
}

type Mention = Omit<WantedFile, 'fileId' | 'url' | 'sizeBytes'> & {
  readonly url: string | null;
  readonly sizeBytes: number | null;
};

function wantedFile({ url, sizeBytes, ...rest }: Mention): WantedFile | null {
  const fileId = url === null ? null : parseFileId(url);
  return url === null || fileId === null || sizeBytes === null ? null : { ...rest, url, sizeBytes, fileId };
}
