import { type CourseFile, type CourseOutline, lessonPlace } from './course-file.ts';
import { filePictureAddress, findEmbeddedPicture } from './embedded-pictures.ts';
import { findLinkedLesson, placeAddress, replaceAddresses } from './lesson-links.ts';
import { withPrompts } from './prompts.ts';

type OutlineModule = CourseOutline['modules'][number];

/** A lesson with its sanitised HTML. */
export type SourceLesson = OutlineModule['lessons'][number] & {
  readonly id: string;
  readonly content: string;
};

/** A course of this installation, in the order of its modules and lessons. `files` are all that it names. */
export type SourceCourse = Omit<CourseOutline, 'modules'> & {
  readonly id: string;
  readonly modules: readonly (Omit<OutlineModule, 'lessons'> & {
    readonly lessons: readonly SourceLesson[];
  })[];
};

/** A course without ids, and the bytes of the pictures in its texts by their digests. */
export interface PlainCourse extends CourseFile {
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/**
 * Names the lessons of a course by their places, and its files by their digests. Equal courses are equal, whatever
 * their ids are.
 *
 * @param pause called after each lesson, because a long course takes a while
 */
export async function readPlainCourse(
  source: SourceCourse,
  pause: () => Promise<void> = async () => undefined,
): Promise<PlainCourse> {
  const pictures = new Map<string, Uint8Array>();
  const files = { ...source.files };
  const lessons = lessonsOf(source);
  const places = new Map(lessons.map(({ id, place }) => [id, place]));
  const texts = new Map<string, string>();
  const replaceAll = (html: string): string =>
    replaceAddresses(html, (address) => {
      const linked = findLinkedLesson(address);
      const target = linked?.courseId === source.id ? places.get(linked.lessonId) : undefined;
      if (target !== undefined) return placeAddress(target);
      const picture = findEmbeddedPicture(address);
      if (picture === null || (files[picture.digest]?.type ?? picture.type) !== picture.type) return null;
      const { digest, type, bytes } = picture;
      files[digest] = { type, sizeBytes: bytes.length };
      pictures.set(digest, bytes);
      return filePictureAddress(digest);
    });
  for (const { place, content } of lessons) {
    texts.set(place, replaceAll(content));
    await pause();
  }
  const outline = withPrompts(outlineOf(source), replaceAll);
  return { outline: { ...outline, files }, texts, pictures };
}

/** The lessons in reading order, each with its place. */
const lessonsOf = ({ modules }: SourceCourse) =>
  modules.flatMap(({ lessons }, module) =>
    lessons.map(({ id, content }, lesson) => ({ id, content, place: lessonPlace(module + 1, lesson + 1) })),
  );

/** Without ids and texts. */
function outlineOf({ id: _, modules, ...course }: SourceCourse): CourseOutline {
  return {
    ...course,
    modules: modules.map(({ lessons, ...module }) => ({
      ...module,
      lessons: lessons.map(({ id: _id, content: _content, ...lesson }) => lesson),
    })),
  };
}
