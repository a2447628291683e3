import { noteFewerCodes, noteMoreCodes } from '../activation/low-codes.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';

/** The number of unused codes is a part of the course, for admins, who get a mail when it falls below a threshold. */
export async function recordUnused(
  trx: Trx,
  deps: Deps,
  course: { readonly courseId: string; readonly at: string },
): Promise<void> {
  const { courseId, at } = course;
  await recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
  await noteMoreCodes(trx, course);
  await noteFewerCodes(trx, deps, course);
}
