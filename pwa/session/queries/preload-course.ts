import { listProgress } from '#pwa/store/account/progress.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';
import { findLessonContent, findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { readCourseTests } from '#pwa/sync/quizzes/course-tests.ts';
import { setPreloadedCourse } from './preloaded-course.ts';

/** Opens the known user's store and reads the data of the first render. */
export async function preloadCourse(courseId: string, lessonId: string | null): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return;
  const { courses, modules, lessons, resources, lessonContents, progress, outbox, state } = store;
  const { quizzes, questions, attempts } = store;
  const rowTables = [courses, modules, lessons, resources, lessonContents, quizzes, questions];
  const tables = [...rowTables, attempts, progress, outbox, state];
  // One transaction for all reads: starting one takes a slow phone longer than the reads.
  const found = await readAtOnce(store, tables, (tx) =>
    Promise.all([
      findOfflineCourse(tx, courseId),
      listProgress(tx),
      lessonId === null ? null : findLessonContent(tx, lessonId),
      readCourseTests(tx, courseId),
    ]),
  );
  const [course, rows, html, tests] = found;
  setPreloadedCourse({ userId: store.userId, courseId, lessonId, course, progress: rows, html, tests });
}
