import * as v from 'valibot';
import { SharedFilesReply } from '#schema/courses/shared-files.ts';
import { read, write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';

/** The files of a course that may come from other devices. */
const SharedFiles = v.object({
  ...SharedFilesReply.entries,
  /** Ids of files that the course had when the server was asked, and that the server did not list. */
  unlisted: v.array(v.string()),
});
export type SharedFiles = v.InferOutput<typeof SharedFiles>;

const keyOf = (courseId: string): string => `sharedFiles/${courseId}`;

/** Returns null if the server was not asked yet. */
export function findSharedFiles(store: PrivateStore, courseId: string): Promise<SharedFiles | null> {
  return read(store, async () => {
    const parsed = v.safeParse(SharedFiles, (await store.state.get(keyOf(courseId)))?.value);
    return parsed.success ? parsed.output : null;
  });
}

/** Whether any offline course allows that its files are passed on. */
export function hasSharedCourse(store: PrivateStore): Promise<boolean> {
  return read(store, async () =>
    (await store.courses.toArray()).some(({ sharesFiles }) => sharesFiles === 1),
  );
}

/** Stored only as long as the course itself is on the device. */
export function putSharedFiles(store: PrivateStore, courseId: string, value: SharedFiles): Promise<void> {
  return write(store, [store.courses, store.state], async (tx) => {
    if ((await tx.courses.get(courseId)) === undefined) return;
    await tx.state.put({ key: keyOf(courseId), value });
  });
}

/** For use inside a transaction over the state. */
export async function forgetSharedFiles(tx: Tx, courseId: string): Promise<void> {
  await tx.state.delete(keyOf(courseId));
}
