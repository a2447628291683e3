import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { COURSE_FILE_FORMAT, type CourseFileIndex, type CourseOutline, lessonPlace } from './course-file.ts';
import { digestOf, encodeText } from './digest.ts';
import { filePictureAddress, findEmbeddedPicture } from './embedded-pictures.ts';
import { ABOUT_ENTRY, fileEntry, INDEX_ENTRY, lessonEntry, OUTLINE_ENTRY } from './entry-names.ts';
import { findLinkedLesson, placeAddress, replaceAddresses } from './lesson-links.ts';

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

/** An entry of the archive; `bytes` is null for a stored file, which the caller adds. */
export interface WrittenEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly bytes: Uint8Array | null;
}

/** A course file without the bytes of stored files. */
export interface WrittenCourse {
  /** In the order of the archive, without `about.json`. */
  readonly entries: readonly WrittenEntry[];
  /** SHA-256 in hex, the same for the same course on every installation. */
  readonly digest: string;
}

/**
 * Writes a course as the entries of its file. Equal courses have equal entries, whatever their ids are.
 *
 * @param pause called after each lesson, because a long course takes a while
 */
export async function writeCourseFile(
  source: SourceCourse,
  pause: () => Promise<void> = async () => undefined,
): Promise<WrittenCourse> {
  const pictures = new Map<string, Uint8Array>();
  const files = { ...source.files };
  const places = new Map(lessonsOf(source).map(({ id, place }) => [id, place]));
  const texts: TextEntry[] = [];
  for (const { place, content } of lessonsOf(source)) {
    const html = replaceAddresses(content, (address) => {
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
    texts.push(textEntry(lessonEntry(place), html));
    await pause();
  }
  texts.push(textEntry(OUTLINE_ENTRY, canonicalJson(outlineOf({ ...source, files }))));
  const index: CourseFileIndex = {
    format: COURSE_FILE_FORMAT,
    texts: Object.fromEntries(texts.map(({ name, bytes }) => [name, digestOf(bytes)])),
  };
  const first = textEntry(INDEX_ENTRY, canonicalJson(index));
  const stored = Object.entries(files).map(([digest, { sizeBytes }]) => ({
    name: fileEntry(digest),
    sizeBytes,
    bytes: pictures.get(digest) ?? null,
  }));
  return { entries: [first, ...[...texts, ...stored].sort(byName)], digest: digestOf(first.bytes) };
}

/** Writes `about.json`: the only entry that differs between two exports of a course. */
export const writeAbout = (exportedAt: string) =>
  textEntry(ABOUT_ENTRY, canonicalJson({ madeBy: 'Carrel', exportedAt }));

const byName = (one: WrittenEntry, other: WrittenEntry): number => (one.name < other.name ? -1 : 1);

type TextEntry = WrittenEntry & { readonly bytes: Uint8Array };

function textEntry(name: string, text: string): TextEntry {
  const bytes = encodeText(text);
  return { name, sizeBytes: bytes.length, bytes };
}

/** The lessons in reading order, each with its place. */
const lessonsOf = ({ modules }: SourceCourse) =>
  modules.flatMap(({ lessons }, module) =>
    lessons.map(({ id, content }, lesson) => ({ id, content, place: lessonPlace(module + 1, lesson + 1) })),
  );

/** Without ids and texts. */
function outlineOf({ id: _, modules, ...course }: SourceCourse): JsonValue {
  return {
    ...course,
    modules: modules.map(({ lessons, ...module }) => ({
      ...module,
      lessons: lessons.map(({ id: _id, content: _content, ...lesson }) => lesson),
    })),
  };
}
