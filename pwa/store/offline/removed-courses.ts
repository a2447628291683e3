import * as v from 'valibot';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';

/** A course whose copy was removed from this device because the user no longer has access. */
const RemovedCourse = v.object({ courseId: v.string(), title: v.string() });
export type RemovedCourse = v.InferOutput<typeof RemovedCourse>;

const PREFIX = 'removedCourse/';

/** Returns courses that the pull removed and whose notice the user has not dismissed. */
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
export async function noteRemovedCourse(tx: Tx, course: RemovedCourse): Promise<void> {
  await tx.state.put({ key: `${PREFIX}${course.courseId}`, value: course });
}

/** The user dismissed it. */
export function dismissRemovedCourse(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], (tx) => tx.state.delete(`${PREFIX}${courseId}`));
}
