import type { CourseContent } from '#schema/course.ts';
import { keepFiles, type WantedFile } from '../downloads/keep-files.ts';
import { parseFileId } from '../downloads/kept-url.ts';

/** Brings a course's own files onto the device, as far as downloads/ finds them small enough. */
export function keepCourseFiles(userId: string, course: CourseContent): Promise<void> {
  return keepFiles(userId, filesOf(course));
}

/** The files of our own that a course's lessons show or offer, in reading order. */
export function filesOf(course: CourseContent): WantedFile[] {
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
