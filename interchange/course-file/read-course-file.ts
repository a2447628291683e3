import * as v from 'valibot';
import type { ByteSource } from '../archive/byte-source.ts';
import { type ArchiveEntry, openArchive } from '../archive/open-archive.ts';
import {
  COURSE_FILE_FORMAT_MAX,
  type CourseFile,
  CourseFileIndex,
  type CourseFileResource,
  CourseOutline,
  lessonPlaces,
} from './course-file.ts';
import { CourseFileError } from './course-file-error.ts';
import { decodeText, digestOf } from './digest.ts';
import { ABOUT_ENTRY, fileEntry, INDEX_ENTRY, lessonEntry, OUTLINE_ENTRY } from './entry-names.ts';

const TEXT_MAX_BYTES = 5 * 1024 * 1024;

/** A file in an archive: where its bytes are. */
export interface PackedFile {
  readonly type: string;
  readonly sizeBytes: number;
  readonly offset: number;
}

/** A course file whose texts were verified. The bytes of its files are not read. */
export interface OpenCourseFile extends CourseFile {
  /** SHA-256 in hex, the same for the same course from every installation. */
  readonly digest: string;
  readonly files: ReadonlyMap<string, PackedFile>;
}

/**
 * Reads a course file. Every entry must be one that Carrel writes, and every text must have the digest that the file
 * names. Throws CourseFileError, whose message is user-facing.
 */
export async function readCourseFile(source: ByteSource): Promise<OpenCourseFile> {
  const entries = new Map((await openArchive(source)).map((entry) => [entry.name, entry]));
  const indexBytes = await readText(entries, INDEX_ENTRY, 'notCarrel');
  const index = parseIndex(parseJson(indexBytes));
  const readVerified = async (name: string): Promise<Uint8Array> => {
    const bytes = await readText(entries, name);
    if (digestOf(bytes) !== index.texts[name]) throw new CourseFileError('damaged');
    return bytes;
  };
  const parsed = v.safeParse(CourseOutline, parseJson(await readVerified(OUTLINE_ENTRY)));
  if (!parsed.success) throw new CourseFileError('damaged');
  const outline = parsed.output;
  requireNamed(outline);
  requireSameEntries(entries, outline, index);
  const texts = new Map<string, string>();
  for (const place of lessonPlaces(outline)) texts.set(place, asText(await readVerified(lessonEntry(place))));
  return { outline, texts, digest: digestOf(indexBytes), files: await locateFiles(entries, outline) };
}

type Entries = ReadonlyMap<string, ArchiveEntry>;

async function readText(entries: Entries, name: string, missing: 'notCarrel' | 'damaged' = 'damaged') {
  const entry = entries.get(name);
  if (entry === undefined) throw new CourseFileError(missing);
  if (entry.sizeBytes > TEXT_MAX_BYTES) throw new CourseFileError('textTooLarge');
  return entry.readBytes();
}

function asText(bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch {
    throw new CourseFileError('damaged');
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(asText(bytes));
  } catch {
    throw new CourseFileError('damaged');
  }
}

const AnyFormat = v.object({ format: v.pipe(v.number(), v.integer()) });

/** A newer format may have any other shape. */
function parseIndex(json: unknown): CourseFileIndex {
  const any = v.safeParse(AnyFormat, json);
  if (!any.success) throw new CourseFileError('notCarrel');
  if (any.output.format > COURSE_FILE_FORMAT_MAX) throw new CourseFileError('newer');
  const index = v.safeParse(CourseFileIndex, json);
  if (!index.success) throw new CourseFileError('damaged');
  return index.output;
}

/** Every file that the course names is listed. */
function requireNamed({ files, picture, modules }: CourseOutline): void {
  const lessons = modules.flatMap((module) => module.lessons);
  const sources = [picture, ...lessons.map(({ video }) => video)];
  const named = [
    ...sources.flatMap((one) => (one !== null && 'file' in one ? [one.file] : [])),
    ...lessons.flatMap(({ resources }) => resources.flatMap(filesOf)),
  ];
  if (named.some((digest) => files[digest] === undefined)) throw new CourseFileError('damaged');
}

function filesOf(resource: CourseFileResource): string[] {
  if ('file' in resource) return [resource.file];
  return 'captions' in resource ? [resource.captions] : [];
}

/** No entry is missing, and there is no other. */
function requireSameEntries(entries: Entries, outline: CourseOutline, index: CourseFileIndex): void {
  const texts = [OUTLINE_ENTRY, ...lessonPlaces(outline).map(lessonEntry)];
  const expected = [INDEX_ENTRY, ...texts, ...Object.keys(outline.files).map(fileEntry)];
  const known = new Set([...expected, ABOUT_ENTRY]);
  const isWhole =
    expected.every((name) => entries.has(name)) && [...entries.keys()].every((name) => known.has(name));
  const isIndexed =
    texts.length === Object.keys(index.texts).length && texts.every((name) => name in index.texts);
  if (!isWhole || !isIndexed) throw new CourseFileError('damaged');
}

async function locateFiles(entries: Entries, { files }: CourseOutline): Promise<Map<string, PackedFile>> {
  const located = new Map<string, PackedFile>();
  for (const [digest, { type, sizeBytes }] of Object.entries(files)) {
    const entry = entries.get(fileEntry(digest));
    if (entry === undefined || entry.sizeBytes !== sizeBytes) throw new CourseFileError('damaged');
    located.set(digest, { type, sizeBytes, offset: await entry.findOffset() });
  }
  return located;
}
