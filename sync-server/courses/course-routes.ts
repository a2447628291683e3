import { endpoints } from '#schema/endpoints/endpoints.ts';
import { CATALOGUE_PAGE } from '#schema/limits.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { openRoute, signedInRoute } from '../http/endpoint-routes.ts';
import { findCaller } from '../http/find-caller.ts';
import { readPageQuery } from '../http/paging.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { EncodedBody } from '../http/reply/encoded-body.ts';
import { encodeInTurns, jsonPieces } from '../http/reply/json-in-turns.ts';
import type { AppContext } from '../http/reply.ts';
import { encodedReply, ReplyCache } from '../http/reply-cache.ts';
import type { Route } from '../http/route.ts';
import type { Catalogue } from './catalogue.ts';
import {
  type CourseAccess,
  findContent,
  findCourseAccess,
  findOutline,
  findOutlineState,
} from './course-queries.ts';
import { listSharedFiles } from './shared-files.ts';

/** The catalogue, one course in outline, one whole course. */
export function courseRoutes(deps: Deps, catalogue: Catalogue): Route[] {
  const cache = new ReplyCache();
  return [
    openRoute(endpoints.listCourses, (c) => listCourses(catalogue, c)),
    openRoute(endpoints.getCourse, (c) => getCourse(deps, cache, c)),
    signedInRoute(deps, endpoints.getCourseContent, (c, caller) =>
      getCourseContent({ deps, cache, c, caller }),
    ),
    signedInRoute(deps, endpoints.listSharedFiles, (c, caller) => getSharedFiles({ deps, cache, c, caller })),
  ];
}

/** The whole catalogue, or a page of it. */
async function listCourses(catalogue: Catalogue, c: AppContext): Promise<Response> {
  const query = readPageQuery(c, CATALOGUE_PAGE);
  const body = query === null ? catalogue.get() : catalogue.getPage(query);
  return encodedReply(c, await body, 'public');
}

async function getCourse(deps: Deps, cache: ReplyCache, c: AppContext): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const state = await findOutlineState(deps.db, courseId);
  if (state === undefined) throw new ApiError('course_not_found');
  if (state.status === 'unpublished') await requireKnownCourse(deps, c, courseId);
  const version = `${state.revision} ${state.learners}`;
  const body = cache.get(`outline ${courseId}`, version, async () =>
    encode(await findOutline(deps.db, courseId)),
  );
  return encodedReply(c, await body, state.status === 'published' ? 'public' : 'private');
}

/** An unpublished course is 404 for strangers; its learners retain their access (lifetime access). */
async function requireKnownCourse(deps: Deps, c: AppContext, courseId: string): Promise<void> {
  const caller = await findCaller(deps, c);
  const access = caller === null ? undefined : await findCourseAccess(deps.db, courseId, caller.id);
  if (caller?.role !== 'admin' && !access?.isActivated) throw new ApiError('course_not_found');
}

interface ContentRequest {
  readonly deps: Deps;
  readonly cache: ReplyCache;
  readonly c: AppContext;
  readonly caller: Caller;
}

async function getCourseContent({ deps, cache, c, caller }: ContentRequest): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const access = requireMember(caller, await findCourseAccess(deps.db, courseId, caller.id));
  const expiresAt = deps.media.expiresAt(deps.clock.now());
  const addressOf = (fileId: string) => deps.media.addressOf(fileId, expiresAt);
  const body = cache.get(`content ${courseId}`, `${access.revision} ${expiresAt}`, async () =>
    encode(await findContent(deps.db, courseId, addressOf)),
  );
  return encodedReply(c, await body, 'private');
}

async function getSharedFiles({ deps, cache, c, caller }: ContentRequest): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const access = requireMember(caller, await findCourseAccess(deps.db, courseId, caller.id));
  const body = cache.get(`shared files ${courseId}`, String(access.revision), async () =>
    encodeInTurns(jsonPieces(await listSharedFiles(deps.db, courseId), FILE_DEPTH)),
  );
  return encodedReply(c, await body, 'private');
}

/** As deep as the files, which are written one by one. */
const FILE_DEPTH = 2;
/** As deep as the lessons, which are written one by one. */
const LESSON_DEPTH = 5;

/** The reply with a course that was there a moment ago. */
function encode(course: object | undefined): Promise<EncodedBody> {
  if (course === undefined) throw new ApiError('course_not_found');
  return encodeInTurns(jsonPieces({ course }, LESSON_DEPTH));
}

function requireMember(caller: Caller, access: CourseAccess | undefined): CourseAccess {
  if (access === undefined) throw new ApiError('course_not_found');
  if (caller.role === 'admin' || access.isActivated) return access;
  throw new ApiError(access.status === 'published' ? 'course_locked' : 'course_not_found');
}
