import { endpoints } from '#schema/endpoints.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/api-error.ts';
import { EncodedBody } from '../http/encoded-body.ts';
import { type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { keptReply } from '../http/kept-replies.ts';
import type { AppContext } from '../http/reply.ts';
import { findAdminCourse, listAdminCourses } from './admin-course-queries.ts';
import { captionsRoute } from './captions-route.ts';
import { createCourse, deleteCourse, updateCourse } from './course-edit-queries.ts';
import { editRoute, readingOf } from './edit-route.ts';
import { createLesson, deleteLesson, setVideoUrl, updateLesson } from './lesson-edit-queries.ts';
import { createModule, deleteModule, updateModule } from './module-edit-queries.ts';
import { createResource, deleteResource } from './resource-edit-queries.ts';

/** The calls of the workspace and the course editor, except uploads and codes. */
export function editorRoutes(deps: Deps): Route[] {
  const { createCourse: addCourse, updateCourse: setCourse, deleteCourse: dropCourse } = endpoints;
  return [
    signedInRoute(deps, endpoints.listAdminCourses, (c) => answerList(deps, c)),
    signedInRoute(deps, endpoints.getAdminCourse, (c) => answerCourse(deps, c)),
    editRoute(deps, { endpoint: addCourse, shows: 'course', work: createCourse }),
    editRoute(deps, { endpoint: setCourse, shows: 'course', work: updateCourse }),
    editRoute(deps, { endpoint: dropCourse, shows: 'course', work: deleteCourse }),
    ...moduleRoutes(deps),
    ...lessonRoutes(deps),
  ];
}

function moduleRoutes(deps: Deps): Route[] {
  return [
    editRoute(deps, { endpoint: endpoints.createModule, shows: 'module', work: createModule }),
    editRoute(deps, { endpoint: endpoints.updateModule, shows: 'module', work: updateModule }),
    editRoute(deps, { endpoint: endpoints.deleteModule, shows: 'module', work: deleteModule }),
  ];
}

function lessonRoutes(deps: Deps): Route[] {
  return [
    editRoute(deps, { endpoint: endpoints.createLesson, shows: 'lesson', hasHtml: true, work: createLesson }),
    editRoute(deps, {
      endpoint: endpoints.updateLesson,
      shows: 'lesson',
      hasHtml: true,
      keepsHistory: true,
      work: updateLesson,
    }),
    editRoute(deps, { endpoint: endpoints.deleteLesson, shows: 'lesson', work: deleteLesson }),
    editRoute(deps, {
      endpoint: endpoints.setVideoUrl,
      shows: 'lesson',
      keepsHistory: true,
      work: setVideoUrl,
    }),
    editRoute(deps, { endpoint: endpoints.createResource, shows: 'resource', work: createResource }),
    captionsRoute(deps),
    editRoute(deps, { endpoint: endpoints.deleteResource, shows: 'resource', work: deleteResource }),
  ];
}

async function answerList(deps: Deps, c: AppContext): Promise<Response> {
  const courses = await listAdminCourses(deps.db, readingOf(deps, deps.clock.now()));
  return keptReply(c, encode({ courses }), 'private');
}

/**
 * The tag of a course, `"<version>-<digest>"`, serves two headers: as a whole it changes with every byte of
 * the reply (If-None-Match), and its first part is the version that an edit of the course names (If-Match).
 */
async function answerCourse(deps: Deps, c: AppContext): Promise<Response> {
  const courseId = c.req.param('courseId') ?? '';
  const course = await findAdminCourse(deps.db, courseId, readingOf(deps, deps.clock.now()));
  if (course === undefined) throw new ApiError('course_not_found');
  return keptReply(c, encode({ course }, course.version), 'private');
}

const encode = (body: object, version?: number): EncodedBody =>
  new EncodedBody(new TextEncoder().encode(JSON.stringify(body)), {}, version);
