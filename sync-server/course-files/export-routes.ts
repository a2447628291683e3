import type { Hono } from 'hono';
import { courseFileName, fileEntry } from '#interchange/course-file/entry-names.ts';
import {
  type WrittenCourse,
  type WrittenEntry,
  writeAbout,
  writeCourseFile,
} from '#interchange/course-file/write-course-file.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import {
  COURSE_FILE_MAX_BYTES,
  COURSE_FILE_TYPE,
  EXPORT_ADDRESS_MS,
  ExportInput,
} from '#schema/interchange/export.ts';
import type { Deps } from '../deps.ts';
import { type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { pathParam } from '../http/path-param.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { MEDIA_POLICY } from '../http/reply/security-headers.ts';
import { type AppContext, type AppEnv, jsonReply, reply } from '../http/reply.ts';
import { contentDisposition } from '../media/content-disposition.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { findExportedCourse } from './export-queries.ts';
import { packCourse, packedSize } from './pack-course.ts';

/** The call that names the address of a course's file. */
export function exportRoute(deps: Deps): Route {
  return signedInRoute(deps, endpoints.exportCourse, async (c, caller) => {
    const courseId = pathParam(c, 'courseId');
    parseInput(ExportInput, await readJsonBody(c));
    const { digest, sizeBytes } = await writeExport(deps, courseId);
    const expiresAt = deps.clock.now().getTime() + EXPORT_ADDRESS_MS;
    const url = `${addressOf(courseId)}?${deps.media.queryOf(subjectOf(courseId), expiresAt)}`;
    deps.log.info({ userId: caller.id, courseId, sizeBytes }, 'course exported');
    return jsonReply(c, JSON.stringify({ url, sizeBytes, digest }));
  });
}

/** Courses as files, at signed addresses: a browser sends no token with a download. */
export function mountCourseFiles(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/media/courses/:courseId', (c) => getCourseFile(deps, c));
}

const addressOf = (courseId: string): string => `/media/courses/${encodeURIComponent(courseId)}`;
/** No file has this id. */
const subjectOf = (courseId: string): string => `course file ${courseId}`;

/** The course as it is now. The signature is verified before anything is read. */
async function getCourseFile(deps: Deps, c: AppContext): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const { expires = '', signature = '' } = c.req.query();
  if (!deps.media.isValid(subjectOf(courseId), { expires, signature }, deps.clock.now()))
    throw new ApiError('not_allowed');
  const { title, entries, storedNames, sizeBytes } = await writeExport(deps, courseId);
  const headers = {
    'Content-Type': COURSE_FILE_TYPE,
    'Content-Length': String(sizeBytes),
    'Content-Disposition': contentDisposition(courseFileName(title), 'attachment'),
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': MEDIA_POLICY,
  };
  if (c.req.method === 'HEAD') return reply(c, null, { headers });
  const stream = packCourse(entries, {
    mediaStore: deps.mediaStore,
    nameOf: (entry) => storedNames.get(entry.name) ?? '',
    onFailure: (error) =>
      deps.log.error({ courseId, error: String(error) }, 'a course could not be sent as a file'),
  });
  return reply(c, stream, { headers });
}

interface WrittenExport extends WrittenCourse {
  readonly title: string;
  /** By the names of the entries. */
  readonly storedNames: ReadonlyMap<string, string>;
  readonly sizeBytes: number;
}

/** Writes the texts of a course. Throws ApiError: 404 without the course, 413 when its file would be too large. */
async function writeExport(deps: Deps, courseId: string): Promise<WrittenExport> {
  const found = await findExportedCourse(deps.db, deps.mediaStore, courseId);
  if (found === undefined) throw new ApiError('course_not_found');
  const { source, storedNames } = found;
  const { entries, digest } = await writeCourseFile(source, letOthersIn);
  const all: WrittenEntry[] = [...entries, writeAbout(deps.clock.now().toISOString())];
  const sizeBytes = packedSize(all);
  if (sizeBytes > COURSE_FILE_MAX_BYTES) throw new ApiError('export_too_large');
  const byEntry = new Map([...storedNames].map(([file, name]) => [fileEntry(file), name]));
  return { title: source.title, entries: all, digest, storedNames: byEntry, sizeBytes };
}
