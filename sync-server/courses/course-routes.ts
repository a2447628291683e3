import { endpoints } from '#schema/endpoints.ts';
import { getCatalogueVersion } from '../db/counters-queries.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { openRoute, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { findCaller } from '../http/find-caller.ts';
import { KeptReplies, keptReply } from '../http/kept-replies.ts';
import type { AppContext } from '../http/reply.ts';
import {
  type CourseAccess,
  findCourseAccess,
  getContent,
  getOutline,
  listPublishedCourses,
} from './course-queries.ts';

/** The catalogue, one course in outline, one whole course. */
export function courseRoutes(deps: Deps): Route[] {
  const kept = new KeptReplies();
  return [
    openRoute(endpoints.listCourses, (c) => listCourses(deps, kept, c)),
    openRoute(endpoints.getCourse, (c) => getCourse(deps, kept, c)),
    signedInRoute(deps, endpoints.getCourseContent, (c, caller) =>
      getCourseContent({ deps, kept, c, caller }),
    ),
  ];
}

async function listCourses(deps: Deps, kept: KeptReplies, c: AppContext): Promise<Response> {
  const version = await getCatalogueVersion(deps.db);
  const body = kept.get('catalogue', String(version), async () =>
    JSON.stringify({ courses: await listPublishedCourses(deps.db) }),
  );
  return keptReply(c, await body, 'public');
}

async function getCourse(deps: Deps, kept: KeptReplies, c: AppContext): Promise<Response> {
  const courseId = c.req.param('courseId') ?? '';
  const access = await findCourseAccess(deps.db, courseId, null);
  if (access === undefined) throw new ApiError('course_not_found');
  if (access.status === 'unpublished') await requireKnownCourse(deps, c, courseId);
  const body = kept.get(`outline ${courseId}`, String(access.revision), async () =>
    JSON.stringify({ course: await getOutline(deps.db, courseId) }),
  );
  return keptReply(c, await body, access.status === 'published' ? 'public' : 'private');
}

/** An unpublished course is 404 for strangers; its learners retain their access (lifetime access). */
async function requireKnownCourse(deps: Deps, c: AppContext, courseId: string): Promise<void> {
  const caller = await findCaller(deps, c);
  const access = caller === null ? undefined : await findCourseAccess(deps.db, courseId, caller.id);
  if (caller?.role !== 'admin' && !access?.isActivated) throw new ApiError('course_not_found');
}

interface ContentRequest {
  readonly deps: Deps;
  readonly kept: KeptReplies;
  readonly c: AppContext;
  readonly caller: Caller;
}

async function getCourseContent({ deps, kept, c, caller }: ContentRequest): Promise<Response> {
  const courseId = c.req.param('courseId') ?? '';
  const access = requireMember(caller, await findCourseAccess(deps.db, courseId, caller.id));
  const expiresAt = deps.media.expiresAt(deps.clock.now());
  const body = kept.get(`content ${courseId}`, `${access.revision} ${expiresAt}`, async () =>
    JSON.stringify({
      course: await getContent(deps.db, courseId, (fileId) => deps.media.addressOf(fileId, expiresAt)),
    }),
  );
  return keptReply(c, await body, 'private');
}

function requireMember(caller: Caller, access: CourseAccess | undefined): CourseAccess {
  if (access === undefined) throw new ApiError('course_not_found');
  if (caller.role === 'admin' || access.isActivated) return access;
  throw new ApiError(access.status === 'published' ? 'course_locked' : 'course_not_found');
}
