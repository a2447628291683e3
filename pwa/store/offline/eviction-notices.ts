import * as v from 'valibot';
import { read, write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';

/** A course whose files were evicted because the user's own work needed their space. */
const EvictionNotice = v.object({ courseId: v.string(), title: v.string(), bytes: v.number() });
export type EvictionNotice = v.InferOutput<typeof EvictionNotice>;

const PREFIX = 'madeRoom/';

/** Returns the evicted courses whose notice the user has not dismissed. */
export function listEvictionNotices(store: PrivateStore): Promise<EvictionNotice[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(PREFIX).toArray();
    return rows.flatMap(({ value }) => {
      const course = v.safeParse(EvictionNotice, value);
      return course.success ? [course.output] : [];
    });
  });
}

export function addEvictionNotice(store: PrivateStore, course: EvictionNotice): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: `${PREFIX}${course.courseId}`, value: course });
  });
}

/** The user dismissed it. */
export function dismissEvictionNotice(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], (tx) => tx.state.delete(`${PREFIX}${courseId}`));
}
