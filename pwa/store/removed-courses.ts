import * as v from 'valibot';
import { read, write } from './access.ts';
import type { PrivateStore } from './private-store.ts';

/** A course whose copy left this device because it is not the person's any more. */
const RemovedCourse = v.object({ courseId: v.string(), title: v.string() });
export type RemovedCourse = v.InferOutput<typeof RemovedCourse>;

const PREFIX = 'removedCourse/';

/** Courses that the pull took away and that the person has not been told of. */
export function listRemovedCourses(store: PrivateStore): Promise<RemovedCourse[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(PREFIX).toArray();
    return rows.flatMap(({ value }) => {
      const course = v.safeParse(RemovedCourse, value);
      return course.success ? [course.output] : [];
    });
  });
}

/** For use inside a transaction over the state. */
export async function noteRemovedCourse(store: PrivateStore, course: RemovedCourse): Promise<void> {
  await store.state.put({ key: `${PREFIX}${course.courseId}`, value: course });
}

/** The person has read it. */
export function dismissRemovedCourse(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], () => store.state.delete(`${PREFIX}${courseId}`));
}
