import type { CourseNumbers } from '#schema/editor/course-numbers.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { countCodes, listUnusedCodes } from '../activation/code-queries.ts';
import { countLearners } from '../courses/count-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';

/** What an admin's device needs besides the pull: the numbers of all courses, and the first codes of one. */
export function courseNumbersRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    signedInRoute(deps, endpoints.listCourseNumbers, async (c) =>
      jsonReply(c, JSON.stringify({ numbers: await listNumbers(db, clock.now().toISOString()) })),
    ),
    signedInRoute(deps, endpoints.listUnusedCodes, async (c) => {
      const courseId = pathParam(c, 'courseId');
      const course = await db
        .selectFrom(liveCourses)
        .select('id')
        .where('id', '=', courseId)
        .executeTakeFirst();
      if (course === undefined) throw new ApiError('course_not_found');
      const at = clock.now().toISOString();
      const codes = await listUnusedCodes(db, { courseId, at }, CODES_SHOWN_STORED);
      return jsonReply(c, JSON.stringify({ codes }));
    }),
  ];
}

async function listNumbers(db: Db, at: string): Promise<CourseNumbers[]> {
  const courses = await db.selectFrom(liveCourses).select('id').execute();
  const numbers: CourseNumbers[] = [];
  for (const { id } of courses) {
    const codeStats = await countCodes(db, { courseId: id, at });
    numbers.push({ id, enrollmentCount: await countLearners(db, id), codeStats });
  }
  return numbers;
}
