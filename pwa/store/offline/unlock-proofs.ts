import * as v from 'valibot';
import { read, write } from '../database/access.ts';
import type { PrivateStore, ReadTx, Tx } from '../database/private-store.ts';

/*
 * Proofs of activations (docs/why/restore.md), stored as long as the course: a server restored from an earlier
 * backup unlocks the course again by it. And the courses that were, until the user has dismissed the notice.
 */

const UnlockProof = v.object({
  courseId: v.string(),
  courseTitle: v.string(),
  text: v.string(),
  /** The server's epoch in which the course was unlocked. */
  epoch: v.string(),
});
export type UnlockProof = v.InferOutput<typeof UnlockProof>;

const ReturnedCourse = v.object({ courseId: v.string(), title: v.string() });
export type ReturnedCourse = v.InferOutput<typeof ReturnedCourse>;

const PROOF = 'unlockProof/';
const RETURNED = 'returnedCourse/';

/** For use inside a transaction over the state. */
export async function putUnlockProof(tx: Tx, proof: UnlockProof): Promise<void> {
  await tx.state.put({ key: `${PROOF}${proof.courseId}`, value: proof });
}

/** For use inside a transaction over the state. */
export async function listUnlockProofs(tx: ReadTx): Promise<UnlockProof[]> {
  const rows = await tx.state.where('key').startsWith(PROOF).toArray();
  return rows.flatMap(({ value }) => {
    const proof = v.safeParse(UnlockProof, value);
    return proof.success ? [proof.output] : [];
  });
}

/** The user lost the access on the server; for use inside a transaction over the state. */
export async function removeUnlockProofs(tx: Tx, courseIds: readonly string[]): Promise<void> {
  await tx.state.bulkDelete(courseIds.map((id) => `${PROOF}${id}`));
}

/** For use inside a transaction over the state. */
export async function noteReturnedCourse(tx: Tx, course: ReturnedCourse): Promise<void> {
  await tx.state.put({ key: `${RETURNED}${course.courseId}`, value: course });
}

/** Returns courses that were unlocked again and whose notice the user has not dismissed. */
export function listReturnedCourses(store: PrivateStore): Promise<ReturnedCourse[]> {
  return read(store, async () => {
    const rows = await store.state.where('key').startsWith(RETURNED).toArray();
    return rows.flatMap(({ value }) => {
      const course = v.safeParse(ReturnedCourse, value);
      return course.success ? [course.output] : [];
    });
  });
}

/** The user dismissed it. */
export function dismissReturnedCourse(store: PrivateStore, courseId: string): Promise<void> {
  return write(store, [store.state], (tx) => tx.state.delete(`${RETURNED}${courseId}`));
}
