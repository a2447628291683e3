import type { CodesAndAddresses, CourseNumbers } from '#schema/editor/course-numbers.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { countCodes, listUnusedCodes } from '../activation/code-queries.ts';
import { countLearners } from '../courses/count-queries.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { pathParam } from '../http/path-param.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { readContextOf } from './edit-route.ts';

/** What an admin's device needs besides the pull: the numbers of all courses, and the numbers, codes and addresses of one. */
export function courseNumbersRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;
  return [
    signedInRoute(deps, endpoints.listCourseNumbers, async (c) =>
      jsonReply(c, JSON.stringify({ numbers: await listNumbers(db, clock.now().toISOString()) })),
    ),
    signedInRoute(deps, endpoints.getCodesAndAddresses, async (c) => {
      const courseId = pathParam(c, 'courseId');
      const course = await db
        .selectFrom(liveCourses)
        .select('id')
        .where('id', '=', courseId)
        .executeTakeFirst();
      if (course === undefined) throw new ApiError('course_not_found');
      const { at, addressOf } = readContextOf(deps, clock.now());
      const codes = await listUnusedCodes(db, { courseId, at }, CODES_SHOWN_STORED);
      const addresses = (await listOwnFiles(db, courseId)).map(addressOf);
      const numbers = await findNumbers(db, courseId, at);
      return jsonReply(c, JSON.stringify({ numbers, codes, addresses } satisfies CodesAndAddresses));
    }),
  ];
}

/** The ids of the videos and files that the lessons of a course have. */
async function listOwnFiles(db: Db, courseId: string): Promise<string[]> {
  const videos = await db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .where('modules.courseId', '=', courseId)
    .select('lessons.videoFileId as fileId')
    .execute();
  const resources = await db
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .where('modules.courseId', '=', courseId)
    .select('resources.fileId')
    .execute();
  return [...videos, ...resources].flatMap(({ fileId }) => fileId ?? []);
}

async function listNumbers(db: Db, at: string): Promise<CourseNumbers[]> {
  const courses = await db.selectFrom(liveCourses).select('id').execute();
  const numbers: CourseNumbers[] = [];
  for (const { id } of courses) numbers.push(await findNumbers(db, id, at));
  return numbers;
}

async function findNumbers(db: Db, id: string, at: string): Promise<CourseNumbers> {
  const codeStats = await countCodes(db, { courseId: id, at });
  return { id, enrollmentCount: await countLearners(db, id), codeStats };
}
