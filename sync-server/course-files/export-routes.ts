import type { Hono } from 'hono';
import * as v from 'valibot';
import { courseFileName } from '#interchange/course-file/entry-names.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { EXPORT_ADDRESS_MS, ExportFormat, ExportInput, exportFiles } from '#schema/interchange/export.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { pathParam } from '../http/path-param.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { MEDIA_POLICY } from '../http/reply/security-headers.ts';
import { type AppContext, type AppEnv, jsonReply, reply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { contentDisposition } from '../media/content-disposition.ts';
import { packCourse } from './pack-course.ts';
import { writeExport } from './write-export.ts';

/** The call that names the address of a course's file. */
export function exportRoute(deps: Deps): Route {
  return signedInRoute(deps, endpoints.exportCourse, async (c, caller) => {
    const courseId = pathParam(c, 'courseId');
    const { format } = parseInput(ExportInput, await readJsonBody(c));
    const { digest, sizeBytes } = await writeExport(deps, courseId, format);
    const expiresAt = deps.clock.now().getTime() + EXPORT_ADDRESS_MS;
    const signature = deps.media.queryOf(subjectOf(courseId, format), expiresAt);
    const url = `${addressOf(courseId)}?format=${format}&${signature}`;
    deps.log.info({ userId: caller.id, courseId, format, sizeBytes }, 'course exported');
    return jsonReply(c, JSON.stringify({ url, sizeBytes, digest }));
  });
}

/** Courses as files, at signed addresses: a browser sends no token with a download. */
export function mountCourseFiles(app: Hono<AppEnv>, deps: Deps): void {
  app.get('/media/courses/:courseId', (c) => getCourseFile(deps, c));
}

const addressOf = (courseId: string): string => `/media/courses/${encodeURIComponent(courseId)}`;
/** No file has this id. */
const subjectOf = (courseId: string, format: ExportFormat): string => `course file ${format} ${courseId}`;

/** The course as it is now. The signature is verified before anything is read. */
async function getCourseFile(deps: Deps, c: AppContext): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const { expires = '', signature = '', format: named } = c.req.query();
  const format = v.is(ExportFormat, named) ? named : null;
  if (
    format === null ||
    !deps.media.isValid(subjectOf(courseId, format), { expires, signature }, deps.clock.now())
  )
    throw new ApiError('not_allowed');
  const { title, entries, storedNames, sizeBytes } = await writeExport(deps, courseId, format);
  const { type, extension } = exportFiles[format];
  const headers = {
    'Content-Type': type,
    'Content-Length': String(sizeBytes),
    'Content-Disposition': contentDisposition(courseFileName(title, extension), 'attachment'),
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': MEDIA_POLICY,
  };
  if (c.req.method === 'HEAD') return reply(c, null, { headers });
  const stream = packCourse(entries, {
    mediaStore: deps.mediaStore,
    nameOf: ({ file = '' }) => storedNames.get(file) ?? '',
    onFailure: (error) =>
      deps.log.error({ courseId, error: String(error) }, 'a course could not be sent as a file'),
  });
  return reply(c, stream, { headers });
}
