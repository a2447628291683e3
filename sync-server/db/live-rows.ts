import { expressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/*
 * A deleted course keeps its rows until they are removed in pieces (editor/deleted-courses.ts). Every read begins
 * with these instead of the tables, and does not see them. live-rows.test.ts lists the reads that may see them.
 * An activation is not live either while an admin has removed the access (activation/access-queries.ts).
 * What has no table here (texts, resources, progress) is read through its lesson, and codes through their course.
 */

const eb = expressionBuilder<Tables>();
const deleted = eb.selectFrom('deletedCourses').select('deletedCourses.courseId');

export const liveCourses = eb
  .selectFrom('courses')
  .selectAll()
  .where('courses.id', 'not in', deleted)
  .as('courses');

export const liveModules = eb
  .selectFrom('modules')
  .selectAll()
  .where('modules.courseId', 'not in', deleted)
  .as('modules');

/** Two look-ups for each lesson, however many courses are deleted. */
export const liveLessons = eb
  .selectFrom('lessons')
  .selectAll()
  .where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('modules as moduleOf')
          .innerJoin('deletedCourses', 'deletedCourses.courseId', 'moduleOf.courseId')
          .select('moduleOf.id')
          .whereRef('moduleOf.id', '=', 'lessons.moduleId'),
      ),
    ),
  )
  .as('lessons');

export const liveActivations = eb
  .selectFrom('activations')
  .selectAll()
  .where('activations.courseId', 'not in', deleted)
  .where('activations.revokedAt', 'is', null)
  .as('activations');
