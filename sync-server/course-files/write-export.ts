import { lessonPlace } from '#interchange/course-file/course-file.ts';
import { decodeText } from '#interchange/course-file/digest.ts';
import { lessonAddress } from '#interchange/course-file/lesson-links.ts';
import {
  type PlainCourse,
  readPlainCourse,
  type SourceCourse,
} from '#interchange/course-file/plain-course.ts';
import {
  type WrittenEntry,
  writeAbout,
  writePlainCourse,
} from '#interchange/course-file/write-course-file.ts';
import { CARTRIDGE_1_1, CARTRIDGE_1_3 } from '#interchange/export/cartridge/cartridge-version.ts';
import { writeCartridge } from '#interchange/export/cartridge/write-cartridge.ts';
import { writeEpub } from '#interchange/export/epub/write-epub.ts';
import { copyQuizzes, type TestKeys } from '#interchange/export/pages/copy-quizzes.ts';
import type { CourseCopy } from '#interchange/export/pages/course-copy.ts';
import { writeSite } from '#interchange/export/site/write-site.ts';
import { COURSE_FILE_MAX_BYTES, type ExportFormat } from '#schema/interchange/export.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { type ExportedCourse, findExportedCourse } from './export-queries.ts';
import { withOlderPictures } from './older-pictures.ts';
import { packedSize } from './pack-course.ts';

/** A course as the entries of a zip. */
export interface WrittenExport {
  readonly title: string;
  readonly entries: readonly WrittenEntry[];
  /** SHA-256 in hex, the same in every format. */
  readonly digest: string;
  /** The names of the stored files by their digests. */
  readonly storedNames: ReadonlyMap<string, string>;
  readonly sizeBytes: number;
}

/**
 * Writes the texts of a course in a format. Throws ApiError: 404 without the course, 413 when its file would be too
 * large.
 */
export async function writeExport(
  deps: Deps,
  courseId: string,
  format: ExportFormat,
): Promise<WrittenExport> {
  const found = await findExportedCourse(deps.db, deps.mediaStore, courseId);
  if (found === undefined) throw new ApiError('course_not_found');
  const plain = await readPlainCourse(found.source, letOthersIn);
  const file = writePlainCourse(plain);
  const entries = await entriesIn[format](deps, { found, plain, ...file });
  const sizeBytes = packedSize(entries);
  if (sizeBytes > COURSE_FILE_MAX_BYTES) throw new ApiError('export_too_large');
  const { source, storedNames } = found;
  return { title: source.title, entries, digest: file.digest, storedNames, sizeBytes };
}

interface ReadCourse {
  readonly found: ExportedCourse;
  readonly plain: PlainCourse;
  /** The entries of its course file, without `about.json`. */
  readonly entries: readonly WrittenEntry[];
  readonly digest: string;
}

type WriteEntries = (deps: Deps, course: ReadCourse) => Promise<readonly WrittenEntry[]>;

const entriesIn: Readonly<Record<ExportFormat, WriteEntries>> = {
  carrel: async ({ clock }, { entries }) => [...entries, writeAbout(clock.now().toISOString())],
  epub: async (deps, course) => {
    const copy = await copyOf(deps, course, 'left out');
    const stored = { mediaStore: deps.mediaStore, storedNames: course.found.storedNames };
    return writeEpub(await withOlderPictures(copy, stored), letOthersIn);
  },
  site: async (deps, course) => writeSite(await copyOf(deps, course, 'left out'), letOthersIn),
  cartridge: async (deps, course) =>
    writeCartridge(await copyOf(deps, course, 'kept'), CARTRIDGE_1_3, letOthersIn),
  'cartridge-1.1': async (deps, course) =>
    writeCartridge(await copyOf(deps, course, 'kept'), CARTRIDGE_1_1, letOthersIn),
};

async function copyOf(
  { config, mediaStore }: Deps,
  { found, plain, digest }: ReadCourse,
  testKeys: TestKeys,
): Promise<CourseCopy> {
  const { source, updatedAt, storedNames } = found;
  const captions = new Map<string, string>();
  for (const one of captionsOf(plain))
    captions.set(one, await readCaptions(mediaStore, storedNames.get(one) ?? ''));
  const { publicUrl } = config;
  const online =
    publicUrl === undefined ? null : { origin: publicUrl, lessons: lessonsAt(publicUrl, source) };
  return { ...copyQuizzes(plain, testKeys), digest, updatedAt, captions, online };
}

/** The digests of all captions. */
const captionsOf = ({ outline }: PlainCourse): Set<string> =>
  new Set(
    outline.modules
      .flatMap(({ lessons }) => lessons.flatMap(({ resources }) => resources))
      .flatMap((resource) => ('captions' in resource ? resource.captions : [])),
  );

/** Captions without their file fail the export, as a missing video fails the download. */
async function readCaptions(mediaStore: Deps['mediaStore'], name: string): Promise<string> {
  const bytes = await mediaStore.findBytes(name);
  if (bytes === null) throw new Error(`The captions ${name} are missing`);
  return decodeText(bytes);
}

/** The addresses of the lessons by their places. */
function lessonsAt(origin: string, { id: courseId, modules }: SourceCourse): Map<string, string> {
  return new Map(
    modules.flatMap(({ lessons }, m) =>
      lessons.map(({ id }, l) => [
        lessonPlace(m + 1, l + 1),
        origin + lessonAddress({ courseId, lessonId: id }),
      ]),
    ),
  );
}
