import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Download, MediaKind, OfflineCourse } from '#pwa/store/database/rows.ts';
import { findOfflineCourse, listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { isCaptions } from '#schema/courses/captions.ts';
import { parseFileId, parseImageName } from '../cache/cached-file-url.ts';
import { readTextFacts } from './text-facts.ts';

/** A file of our own that belongs to a course. */
export interface CourseFile {
  readonly fileId: string;
  /** Path below /media; signed, except for public images. */
  readonly url: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly kind: Download['kind'];
  /** The kind by which the user chooses it. */
  readonly want: MediaKind;
  readonly title: string;
  /** 0 if unknown. */
  readonly sizeBytes: number;
}

type CourseOutline = Pick<OfflineCourse, 'id' | 'title' | 'thumbnail' | 'modules'>;

/** Returns every file of our own that an offline course shows or offers, each once; images last. */
export async function listCourseFiles(store: PrivateStore, course: CourseOutline): Promise<CourseFile[]> {
  const files = [...filesOf(course), ...(await listCourseImages(store, course))];
  return [...new Map(files.toReversed().map((file) => [file.fileId, file])).values()].toReversed();
}

export async function findCourseFiles(store: PrivateStore, courseId: string): Promise<CourseFile[]> {
  const course = await findOfflineCourse(store, courseId);
  return course === null ? [] : listCourseFiles(store, course);
}

export async function listAllFiles(store: PrivateStore): Promise<CourseFile[]> {
  const courses = await listOfflineCourses(store);
  return (await Promise.all(courses.map((course) => listCourseFiles(store, course)))).flat();
}

/** Returns the videos and documents of a course's lessons, in reading order. */
export function filesOf(course: Pick<CourseOutline, 'id' | 'modules'>): CourseFile[] {
  const files = course.modules
    .flatMap((module) => module.lessons)
    .flatMap((lesson) => {
      const from = { courseId: course.id, lessonId: lesson.id };
      const video = { url: lesson.videoUrl, title: lesson.title, sizeBytes: lesson.videoSizeBytes };
      return [
        fileOf({ ...from, ...video, kind: 'video', want: 'videos' }),
        ...lesson.resources.map((resource) => {
          const { url, title, sizeBytes, type } = resource;
          // A video's captions are of no use without it.
          const want = type === 'video' || isCaptions(resource) ? 'videos' : 'documents';
          return fileOf({ ...from, url, title, sizeBytes, kind: 'resource', want });
        }),
      ];
    });
  return files.filter((file) => file !== null);
}

type Mention = Omit<CourseFile, 'fileId' | 'url' | 'sizeBytes'> & {
  readonly url: string | null;
  readonly sizeBytes: number | null;
};

function fileOf({ url, sizeBytes, ...rest }: Mention): CourseFile | null {
  const fileId = url === null ? null : parseFileId(url);
  return url === null || fileId === null || sizeBytes === null ? null : { ...rest, url, sizeBytes, fileId };
}

/**
 * Returns the course's cover, and our own images in the lessons' text. Their size is known only from the
 * response.
 */
async function listCourseImages(store: PrivateStore, course: CourseOutline): Promise<CourseFile[]> {
  const cover = { url: course.thumbnail ?? '', lessonId: '', title: `Cover of ${course.title}` };
  const { images } = await readTextFacts(store, course);
  const inText = images.map((image) => ({ ...image, title: `A picture in ${image.title}` }));
  return [cover, ...inText].flatMap(({ url, lessonId, title }): CourseFile[] => {
    const fileId = parseImageName(url);
    const from = { courseId: course.id, lessonId, title, url, sizeBytes: 0 };
    return fileId === null ? [] : [{ ...from, fileId, kind: 'image', want: 'images' }];
  });
}
