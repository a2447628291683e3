import type { CourseReport } from '#schema/reports/reports.ts';
import { liveActivations, liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { readQuizReports } from './quiz-report-queries.ts';

/** The report of a course; undefined for one that does not exist or is deleted. */
export async function readCourseReport(db: Db, courseId: string): Promise<CourseReport | undefined> {
  const course = await db
    .selectFrom(liveCourses)
    .select('courses.title')
    .where('courses.id', '=', courseId)
    .executeTakeFirst();
  if (course === undefined) return undefined;
  const lessons = await lessonsOf(db, courseId)
    .select(['lessons.id as lessonId', 'lessons.title', 'modules.title as moduleTitle'])
    .orderBy('modules.position')
    .orderBy('modules.id')
    .orderBy('lessons.position')
    .orderBy('lessons.id')
    .execute();
  const groups = await countByFurthestLesson(db, { courseId, lessonCount: lessons.length });
  const from = (place: number) =>
    groups.filter(({ furthest }) => furthest >= place).reduce((sum, { learners }) => sum + learners, 0);
  return {
    ...{ courseId, courseTitle: course.title },
    activated: from(0),
    started: from(1),
    lessons: lessons.map((lesson, index) => ({ ...lesson, reached: from(index + 1) })),
    finished: groups.reduce((sum, { finished }) => sum + finished, 0),
    quizzes: await readQuizReports(db, courseId, lessons),
  };
}

const lessonsOf = (db: Db, courseId: string) =>
  db
    .selectFrom(liveModules)
    .innerJoin(liveLessons, 'lessons.moduleId', 'modules.id')
    .where('modules.courseId', '=', courseId);

interface FurthestGroup {
  /** The place of the furthest lesson that these learners began, from 1; 0 for those who have not started. */
  readonly furthest: number;
  readonly learners: number;
  /** Those of them who have completed every lesson. */
  readonly finished: number;
}

interface Asked {
  readonly courseId: string;
  readonly lessonCount: number;
}

/** One query, so that its numbers are of one moment. Places follow the order of the list of lessons. */
async function countByFurthestLesson(db: Db, { courseId, lessonCount }: Asked): Promise<FurthestGroup[]> {
  const rows = await db
    .selectFrom(liveActivations)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('progress')
          .innerJoin(
            lessonsOf(db, courseId)
              .select((each) => [
                'lessons.id',
                each.fn
                  .agg<number>('row_number')
                  .over((over) =>
                    over
                      .orderBy('modules.position')
                      .orderBy('modules.id')
                      .orderBy('lessons.position')
                      .orderBy('lessons.id'),
                  )
                  .as('place'),
              ])
              .as('places'),
            'places.id',
            'progress.lessonId',
          )
          .where((each) =>
            each.or([each('progress.completedAt', 'is not', null), each('progress.positionSeconds', '>', 0)]),
          )
          .select((each) => [
            'progress.userId',
            each.fn.max('places.place').as('furthest'),
            each.fn.count<number>('progress.completedAt').as('completed'),
          ])
          .groupBy('progress.userId')
          .as('seen'),
      (join) => join.onRef('seen.userId', '=', 'activations.userId'),
    )
    .where('activations.courseId', '=', courseId)
    .select((eb) => [
      'seen.furthest',
      eb.fn.countAll<number>().as('learners'),
      eb.fn.countAll<number>().filterWhere('seen.completed', '>=', Math.max(1, lessonCount)).as('finished'),
    ])
    .groupBy('seen.furthest')
    .execute();
  return rows.map(({ furthest, learners, finished }) => ({
    ...{ furthest: Number(furthest ?? 0), learners: Number(learners), finished: Number(finished) },
  }));
}
