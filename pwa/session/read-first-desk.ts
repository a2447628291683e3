import { readAtOnce } from '../store/access.ts';
import { findKeptCourse, findLessonContent } from '../store/kept-courses.ts';
import { findPrivateStore } from '../store/private-store.ts';
import { listProgress } from '../store/progress.ts';
import { holdFirstDesk } from './first-desk.ts';

/** Opens the store of whoever is known here and reads what their desk shows first. */
export async function readFirstDesk(courseId: string, lessonId: string | null): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return;
  const { courses, modules, lessons, resources, lessonContents, progress } = store;
  const tables = [courses, modules, lessons, resources, lessonContents, progress];
  // One transaction for all: beginning one takes a slow phone longer than reading does.
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
