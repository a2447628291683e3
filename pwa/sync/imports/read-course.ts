import type { CourseFileResource, CourseOutline } from '#interchange/course-file/course-file.ts';
import { CourseFileError } from '#interchange/course-file/course-file-error.ts';
import { decodeText } from '#interchange/course-file/digest.ts';
import { INDEX_ENTRY } from '#interchange/course-file/entry-names.ts';
import { picturesIn } from '#interchange/course-file/lesson-html.ts';
import { promptsOf } from '#interchange/course-file/prompts.ts';
import { readCourseFile } from '#interchange/course-file/read-course-file.ts';
import { hashBytes } from './hash-bytes.ts';
import type { ImportedFile, ReadImport } from './read-result.ts';

/** Of a zip entry, before its name. */
const LOCAL_HEADER_BYTES = 30;

/** Whether a file is one that Carrel exported: by its name, or by its first entry. */
export async function isCourseFile({ name, file }: { name: string; file: Blob }): Promise<boolean> {
  if (/\.carrel$/i.test(name)) return true;
  const start = await file.slice(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + INDEX_ENTRY.length).text();
  return start === INDEX_ENTRY;
}

/**
 * Reads a course file and compares every file in it with its digest. Throws CourseFileError, whose message is
 * user-facing.
 */
export async function readCourse(chosen: Blob, onProgress: (share: number) => void): Promise<ReadImport> {
  const bytesOf = async (offset: number, length: number) =>
    new Uint8Array(await chosen.slice(offset, offset + length).arrayBuffer());
  const file = await readCourseFile({ sizeBytes: chosen.size, read: bytesOf });
  const { outline, texts, digest } = file;
  const shown = new Set([...texts.values(), ...promptsOf(outline)].flatMap((text) => [...picturesIn(text)]));
  const captioned = new Set(captionsOf(outline));
  const files = new Map<string, ImportedFile>();
  const pictures = new Map<string, ImportedFile>();
  const captions = new Map<string, string>();
  for (const [name, { type, offset, sizeBytes }] of file.files) {
    const bytes = await bytesOf(offset, sizeBytes);
    if ((await hashBytes(bytes)) !== name) throw new CourseFileError('damaged');
    if (captioned.has(name)) captions.set(name, readText(bytes));
    onProgress((files.size + 1) / file.files.size);
    const imported = { type, sizeBytes, bytes: chosen.slice(offset, offset + sizeBytes, type) };
    files.set(name, imported);
    if (shown.has(name)) pictures.set(name, imported);
  }
  return { format: 'Carrel', outline, texts, digest, files, pictures, captions, report: [] };
}

function captionsOf({ modules }: CourseOutline): string[] {
  const resources = modules.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.resources));
  return resources.flatMap((one: CourseFileResource) => ('captions' in one ? [one.captions] : []));
}

function readText(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch {
    throw new CourseFileError('damaged');
  }
}
