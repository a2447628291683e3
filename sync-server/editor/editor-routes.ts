import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { encodeInTurns, jsonPieces } from '../http/reply/json-in-turns.ts';
import type { AppContext } from '../http/reply.ts';
import { encodedReply } from '../http/reply-cache.ts';
import type { Route } from '../http/route.ts';
import { LESSON_DEPTH, listAdminCourses } from './admin-list.ts';
import { captionsRoute } from './captions-route.ts';
import { courseNumbersRoutes } from './course-numbers.ts';
import { editRoute, readContextOf } from './edit-route.ts';
import { importRoute } from './import-route.ts';
import { findAdminCourse } from './queries/admin-course-queries.ts';
import { createCourse, deleteCourse, updateCourse } from './queries/course-edit-queries.ts';
import { duplicateCourse } from './queries/duplicate-queries.ts';
import { createLesson, deleteLesson, setVideoUrl, updateLesson } from './queries/lesson-edit-queries.ts';
import { createModule, deleteModule, updateModule } from './queries/module-edit-queries.ts';
import {
  createResource,
  deleteResource,
  restoreResource,
  updateResource,
} from './queries/resource-edit-queries.ts';

/** The calls of the workspace and the course editor, except uploads and codes. */
export function editorRoutes(deps: Deps): Route[] {
  const { createCourse: addCourse, updateCourse: setCourse, deleteCourse: dropCourse } = endpoints;
  return [
    signedInRoute(deps, endpoints.listAdminCourses, (c) => listAdminCourses(deps, c)),
    signedInRoute(deps, endpoints.getAdminCourse, (c) => getCourse(deps, c)),
    editRoute(deps, { endpoint: addCourse, shows: 'course', work: createCourse }),
    editRoute(deps, { endpoint: endpoints.duplicateCourse, shows: 'course', work: duplicateCourse }),
    importRoute(deps),
    editRoute(deps, { endpoint: setCourse, shows: 'course', work: updateCourse }),
    editRoute(deps, {
      endpoint: dropCourse,
      shows: 'course',
      afterCommit: removeTheRest(deps),
      work: deleteCourse,
    }),
    ...courseNumbersRoutes(deps),
    ...moduleRoutes(deps),
    ...lessonRoutes(deps),
  ];
}

/** Removes what a deletion has left. Nobody waits for it. */
const removeTheRest =
  ({ deletedCourses }: Deps) =>
  () =>
    void deletedCourses.drain();

function moduleRoutes(deps: Deps): Route[] {
  return [
    editRoute(deps, { endpoint: endpoints.createModule, shows: 'module', work: createModule }),
    editRoute(deps, { endpoint: endpoints.updateModule, shows: 'module', work: updateModule }),
    editRoute(deps, {
      endpoint: endpoints.deleteModule,
      shows: 'module',
      afterCommit: removeTheRest(deps),
      work: deleteModule,
    }),
  ];
}

function lessonRoutes(deps: Deps): Route[] {
  return [
    editRoute(deps, {
      endpoint: endpoints.createLesson,
      shows: 'lesson',
      html: 'content',
      work: createLesson,
    }),
    editRoute(deps, {
      endpoint: endpoints.updateLesson,
      shows: 'lesson',
      html: 'content',
      recordsRevision: true,
      work: updateLesson,
    }),
    editRoute(deps, {
      endpoint: endpoints.deleteLesson,
      shows: 'lesson',
      afterCommit: removeTheRest(deps),
      work: deleteLesson,
    }),
    editRoute(deps, {
      endpoint: endpoints.setVideoUrl,
      shows: 'lesson',
      recordsRevision: true,
      work: setVideoUrl,
    }),
    editRoute(deps, { endpoint: endpoints.createResource, shows: 'resource', work: createResource }),
    editRoute(deps, { endpoint: endpoints.restoreResource, shows: 'resource', work: restoreResource }),
    captionsRoute(deps),
    editRoute(deps, { endpoint: endpoints.updateResource, shows: 'resource', work: updateResource }),
    editRoute(deps, { endpoint: endpoints.deleteResource, shows: 'resource', work: deleteResource }),
  ];
}

/**
 * The tag of a course, `"<version>-<digest>"`, serves two headers: as a whole it changes with every byte of
 * the reply (If-None-Match), and its first part is the version that an edit of the course names (If-Match).
 */
async function getCourse(deps: Deps, c: AppContext): Promise<Response> {
  const courseId = pathParam(c, 'courseId');
  const course = await findAdminCourse(deps.db, courseId, readContextOf(deps, deps.clock.now()));
  if (course === undefined) throw new ApiError('course_not_found');
  const pieces = jsonPieces({ course }, LESSON_DEPTH);
  return encodedReply(c, await encodeInTurns(pieces, course.version), 'private');
}
