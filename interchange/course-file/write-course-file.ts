import { canonicalJson } from './canonical-json.ts';
import { type CourseFileIndex, formatOf } from './course-file.ts';
import { digestOf, encodeText } from './digest.ts';
import { ABOUT_ENTRY, fileEntry, INDEX_ENTRY, lessonEntry, OUTLINE_ENTRY } from './entry-names.ts';
import { type PlainCourse, readPlainCourse, type SourceCourse } from './plain-course.ts';

/** An entry of an archive; `bytes` is null for a stored file, which the caller adds. */
export interface WrittenEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly bytes: Uint8Array | null;
  /** The digest of a stored file. */
  readonly file?: string;
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
export const writeCourseFile = async (source: SourceCourse, pause?: () => Promise<void>) =>
  writePlainCourse(await readPlainCourse(source, pause));

/** Writes a course without ids as the entries of its file. */
export function writePlainCourse({ outline, texts, pictures }: PlainCourse): WrittenCourse {
  const written = [
    ...[...texts].map(([place, html]) => textEntry(lessonEntry(place), html)),
    textEntry(OUTLINE_ENTRY, canonicalJson(outline)),
  ];
  const index: CourseFileIndex = {
    format: formatOf(outline),
    texts: Object.fromEntries(written.map(({ name, bytes }) => [name, digestOf(bytes)])),
  };
  const first = textEntry(INDEX_ENTRY, canonicalJson(index));
  const files = Object.entries(outline.files).map(([digest, { sizeBytes }]) =>
    fileEntryOf(digest, sizeBytes, pictures.get(digest)),
  );
  return { entries: [first, ...[...written, ...files].sort(byName)], digest: digestOf(first.bytes) };
}

function fileEntryOf(digest: string, sizeBytes: number, bytes: Uint8Array | undefined): WrittenEntry {
  const name = fileEntry(digest);
  return bytes === undefined ? { name, sizeBytes, bytes: null, file: digest } : { name, sizeBytes, bytes };
}

/** Writes `about.json`: the only entry that differs between two exports of a course. */
export const writeAbout = (exportedAt: string) =>
  textEntry(ABOUT_ENTRY, canonicalJson({ madeBy: 'Carrel', exportedAt }));

export const byName = (one: WrittenEntry, other: WrittenEntry): number => (one.name < other.name ? -1 : 1);

export type TextEntry = WrittenEntry & { readonly bytes: Uint8Array };

export function textEntry(name: string, text: string): TextEntry {
  const bytes = encodeText(text);
  return { name, sizeBytes: bytes.length, bytes };
}
