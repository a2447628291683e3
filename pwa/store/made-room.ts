import * as v from 'valibot';
import { read, write } from './access.ts';
import type { PrivateStore } from './private-store.ts';

/** A course whose files were evicted because the user's own work needed their space. */
const MadeRoom = v.object({ courseId: v.string(), title: v.string(), bytes: v.number() });
export type MadeRoom = v.InferOutput<typeof MadeRoom>;

const PREFIX = 'madeRoom/';

/** Returns the evicted courses whose notice the user has not dismissed. */
export function listMadeRoom(store: PrivateStore): Promise<MadeRoom[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(PREFIX).toArray();
    return rows.flatMap(({ value }) => {
      const course = v.safeParse(MadeRoom, value);
      return course.success ? [course.output] : [];
    });
  });
}

export function noteMadeRoom(store: PrivateStore, course: MadeRoom): Promise<void> {
  return write(store, [store.state], async () => {
    await store.state.put({ key: `${PREFIX}${course.courseId}`, value: course });
  });
}

/** The user dismissed it. */
export function dismissMadeRoom(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], () => store.state.delete(`${PREFIX}${courseId}`));
}
