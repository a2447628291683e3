import type { CourseFileResource, CourseOutline } from '#interchange/course-file/course-file.ts';
import { CourseFileError } from '#interchange/course-file/course-file-error.ts';
import { decodeText, digestOf } from '#interchange/course-file/digest.ts';
import { picturesIn } from '#interchange/course-file/lesson-html.ts';
import { type PackedFile, readCourseFile } from '#interchange/course-file/read-course-file.ts';

/** A course file that was read and verified whole. The bytes of its files stay in the chosen file. */
export interface ReadImport {
  readonly outline: CourseOutline;
  /** The HTML of the lessons by place. */
  readonly texts: ReadonlyMap<string, string>;
  readonly digest: string;
  readonly files: ReadonlyMap<string, PackedFile>;
  /** The pictures of the texts, by digest. */
  readonly pictures: ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array }>;
  /** The texts of WebVTT files, by digest. */
  readonly captions: ReadonlyMap<string, string>;
}

/**
 * Reads a chosen course file and compares every file in it with its digest. Throws CourseFileError, whose message is
 * user-facing.
 */
export async function readImport(chosen: Blob): Promise<ReadImport> {
  const bytesOf = async (offset: number, length: number) =>
    new Uint8Array(await chosen.slice(offset, offset + length).arrayBuffer());
  const file = await readCourseFile({ sizeBytes: chosen.size, read: bytesOf });
  const { outline, texts, digest, files } = file;
  const shown = new Set([...texts.values()].flatMap((text) => [...picturesIn(text)]));
  const captioned = new Set(captionsOf(outline));
  const pictures = new Map<string, { type: string; bytes: Uint8Array }>();
  const captions = new Map<string, string>();
  for (const [name, { type, offset, sizeBytes }] of files) {
    const bytes = await bytesOf(offset, sizeBytes);
    if ((await hash(bytes)) !== name) throw new CourseFileError('damaged');
    if (shown.has(name)) pictures.set(name, { type, bytes });
    if (captioned.has(name)) captions.set(name, readText(bytes));
  }
  return { outline, texts, digest, files, pictures, captions };
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

/** By the browser where it can, which is many times as fast: only in a secure context. */
async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return digestOf(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
