import type { LearnerProgress } from '#schema/reports/reports.ts';
import { liveActivations, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { countRequiredTests } from './test-report-queries.ts';

export interface LearnersPage {
  /** The person after whom the page begins, in the order in which people joined; null: from the first. */
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly limit: number;
}

/** The progress of the next people, in the order in which they joined. */
export async function readLearners(db: Db, page: LearnersPage): Promise<LearnerProgress[]> {
  const people = await peopleOf(db, page).execute();
  const userIds = people.map(({ id }) => id);
  const courses = await readCoursesOf(db, userIds);
  const testsOf = await countRequiredTests(db, userIds);
  return people.map(({ id, name, email, createdAt }) => ({
    ...{ userId: id, name, email, joinedAt: createdAt },
    ...summarize(courses.get(id) ?? []),
    ...testsOf(id),
  }));
}

function peopleOf(db: Db, { after, limit }: LearnersPage) {
  const people = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit);
  if (after === null) return people;
  return people.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('createdAt', 'id'), '>', tuple(after.createdAt, after.id)),
  );
}

/** A course that a person has activated. */
interface StudiedCourse {
  readonly lessons: number;
  /** Begun or completed lessons. */
  readonly begun: number;
  readonly completed: number;
  readonly lastActiveAt: string | null;
}

async function readCoursesOf(db: Db, userIds: readonly string[]): Promise<Map<string, StudiedCourse[]>> {
  const courses = new Map<string, StudiedCourse[]>(userIds.map((id) => [id, []]));
  if (userIds.length === 0) return courses;
  const rows = await db
    .selectFrom(liveActivations)
    .leftJoin(liveModules, 'modules.courseId', 'activations.courseId')
    .leftJoin(liveLessons, 'lessons.moduleId', 'modules.id')
    .leftJoin('progress', (join) =>
      join
        .onRef('progress.lessonId', '=', 'lessons.id')
        .onRef('progress.userId', '=', 'activations.userId')
        .on((eb) =>
          eb.or([eb('progress.completedAt', 'is not', null), eb('progress.positionSeconds', '>', 0)]),
        ),
    )
    .where('activations.userId', 'in', userIds)
    .select((eb) => [
      'activations.userId',
      eb.fn.count<number>('lessons.id').as('lessons'),
      eb.fn.count<number>('progress.lessonId').as('begun'),
      eb.fn.count<number>('progress.completedAt').as('completed'),
      eb.fn.max('progress.completedUpdatedAt').as('completedAt'),
      eb.fn.max('progress.positionUpdatedAt').as('playedAt'),
    ])
    .groupBy(['activations.userId', 'activations.courseId'])
    .execute();
  for (const { userId, lessons, begun, completed, completedAt, playedAt } of rows) {
    courses.get(userId)?.push({
      ...{ lessons: Number(lessons), begun: Number(begun), completed: Number(completed) },
      lastActiveAt: latest([completedAt, playedAt]),
    });
  }
  return courses;
}

function summarize(courses: readonly StudiedCourse[]) {
  const sum = (count: (course: StudiedCourse) => number) =>
    courses.reduce((total, course) => total + count(course), 0);
  return {
    activated: courses.length,
    started: courses.filter(({ begun }) => begun > 0).length,
    finished: courses.filter(({ lessons, completed }) => lessons > 0 && completed === lessons).length,
    lessonsCompleted: sum(({ completed }) => completed),
    lessons: sum(({ lessons }) => lessons),
    lastActiveAt: latest(courses.map(({ lastActiveAt }) => lastActiveAt)),
  };
}

/** ISO times in UTC are in the order of their texts. */
function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);
}
