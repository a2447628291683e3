import { listUnpulled, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { listQuizRows, overlayQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { overlayContent, shownCommands } from '../overlay.ts';
import { readShownCourse } from '../shown-course.ts';
import type { KnownRows } from './known-rows.ts';

/** Reads the rows around an edit; for use inside a transaction over the outbox, the state, the admins' courses and the
 * quizzes. */
export async function readKnownRows(tx: ReadTx, { command }: OutboxRow): Promise<KnownRows> {
  const courseId = 'courseId' in command.args ? command.args.courseId : '';
  const lessonId = 'lessonId' in command.args ? command.args.lessonId : '';
  const unsent = await listUnsent(tx);
  const unpulled = await listUnpulled(tx);
  const acknowledged = shownCommands(unpulled);
  const course = (await readShownCourse(tx, acknowledged, courseId)) ?? undefined;
  const stored = await findAdminContent(tx, lessonId);
  const content = overlayContent(stored, lessonId, acknowledged) ?? undefined;
  const quizzes = overlayQuizzes(await listQuizRows(tx, lessonId), unpulled, lessonId);
  const snapshots = await tx.deletedSnapshots.where({ courseId }).toArray();
  const deletedSnapshots = new Map(snapshots.map(({ id, data }) => [id, data]));
  return { unsent, course, content, quizzes, deletedSnapshots };
}
