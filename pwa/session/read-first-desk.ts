import { readAtOnce } from '../store/access.ts';
import { findKeptCourse, findLessonContent } from '../store/kept-courses.ts';
import { findPrivateStore } from '../store/private-store.ts';
import { listProgress } from '../store/progress.ts';
import { holdFirstDesk } from './first-desk.ts';

/** Opens the known user's store and reads the data of the first render. */
export async function readFirstDesk(courseId: string, lessonId: string | null): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return;
  const { courses, modules, lessons, resources, lessonContents, progress } = store;
  const tables = [courses, modules, lessons, resources, lessonContents, progress];
  // One transaction for all reads: starting one takes a slow phone longer than the reads.
  const found = await readAtOnce(store, tables, () =>
    Promise.all([
      findKeptCourse(store, courseId),
      listProgress(store),
      lessonId === null ? null : findLessonContent(store, lessonId),
    ]),
  );
  const [course, rows, html] = found;
  holdFirstDesk({ userId: store.userId, courseId, lessonId, course, progress: rows, html });
}
