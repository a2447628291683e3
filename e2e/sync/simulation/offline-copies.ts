import * as v from 'valibot';
import { expect } from 'vitest';
import { CourseContent } from '#schema/courses/course-content.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { expectLearnersQuizzes } from './quizzes/expect-quizzes.ts';
import { type Member, on, type SimulationRun } from './run/simulation-run.ts';

/**
 * A learner's downloaded courses are the server's, in its order and with its texts, whatever came between
 * downloads, pulls and edits.
 */
export async function expectOfflineCopies(
  run: SimulationRun,
  member: Member,
  courseIds: readonly string[],
): Promise<void> {
  const served = await Promise.all(courseIds.map((courseId) => fetchCourse(run, member, courseId)));
  const stored = await on(run, member, async (app, store) => {
    await app.refresh.downloadMissingCourses();
    const { listLessonContents, listOfflineCourses } = app.downloadedCourses;
    const texts = new Map(
      (await listLessonContents(store, null)).map(({ lessonId, content }) => [lessonId, content]),
    );
    return (await listOfflineCourses(store)).map((course) => withTexts(course, texts));
  });
  const compared = (courses: readonly CourseContent[]) => courses.map(comparable).sort(byTitle);
  expect(compared(stored ?? []), `the downloaded courses on ${member.device.name}`).toEqual(compared(served));
  await expectLearnersQuizzes(run, member, served);
}

async function fetchCourse({ server }: SimulationRun, { userId }: Member, courseId: string) {
  const headers = { Authorization: `Bearer ${await server.signIn(userId)}` };
  const path = endpoints.getCourseContent.path.replace(':courseId', courseId);
  const reply = await server.fetch(path, { headers });
  return v.parse(endpoints.getCourseContent.output, await reply.json()).course;
}

/** A stored course in the form in which it is served. */
function withTexts(course: object, texts: ReadonlyMap<unknown, string>): CourseContent {
  const whole: unknown = JSON.parse(JSON.stringify(course), (_, value) =>
    isLesson(value) ? { ...value, content: texts.get(value.id) } : value,
  );
  return v.parse(CourseContent, whole);
}

const isLesson = (value: unknown): value is { id: unknown } =>
  typeof value === 'object' && value !== null && 'resources' in value && 'id' in value;

/** Without what only the server counts and signs, and without what is stored elsewhere. */
function comparable({
  enrollmentCount: _,
  createdAt: __,
  updatedAt: ___,
  thumbnail: ____,
  quizzes: _____,
  questions: ______,
  ...course
}: CourseContent) {
  return JSON.stringify(course, (_key, value: unknown) => unsigned(value), 1);
}

/** Removes the signature from the URL of a file of the server. */
export const unsigned = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\/media\/[0-9a-f]{32})\?.*$/, '$1') : value;

const byTitle = (a: string, b: string) => (a < b ? -1 : 1);
