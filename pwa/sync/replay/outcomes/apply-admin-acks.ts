import * as v from 'valibot';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { removeFromTrash } from '#pwa/store/admin/trash.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { applyCodeAck, isCodeCommand } from '#pwa/sync/commands/code-rows.ts';
import { isCourseCommand } from '#pwa/sync/commands/device-commands.ts';
import { isTrashCommand } from '#pwa/sync/commands/trash-kind.ts';
import { UserReply } from '#schema/account/profile.ts';
import { commandRequest, entityOf, rowsAround } from '#schema/commands/all-commands.ts';
import type { Successors } from '../schedule/outbox-index.ts';
import { applyCourseAcks, type CourseAck } from './apply-course-acks.ts';
import type { Ack } from './apply-outcomes.ts';
import { bumpBaseVersions } from './bump-base-versions.ts';
import type { CommandResponse } from './resolution.ts';

/*
 * Code for admin commands only. The replay loads it when it meets one, so learners' devices do not download
 * it.
 */

/**
 * Writes the server's response to acknowledged edits into the rows that screens read, and updates the
 * commands that were queued after them; also the rows that `merged` edits were merged with, because the replies
 * to those contain only what the edits change. For use inside the transaction that writes the acks, over {@link
 * adminTables} and the outbox.
 */
export async function applyAdminAcks(
  tx: Tx,
  acks: readonly Ack[],
  { successors, merged }: { readonly successors: Successors; readonly merged: readonly CommandResponse[] },
): Promise<void> {
  const ofCourses = merged.flatMap(readMergedRow);
  for (const { command, response, isOvertaken } of acks) {
    if (command.kind === 'user.setRole') {
      const { user } = v.parse(UserReply, response.output);
      const row = await tx.adminUsers.get(user.id);
      if (row !== undefined) await tx.adminUsers.put({ ...row, role: user.role });
    } else if (isCodeCommand(command)) {
      await applyCodeAck(tx, { command, output: response.output, at: new Date().toISOString() });
    } else if (isTrashCommand(command)) {
      await removeFromTrash(tx, command.args.courseId);
    } else if (isCourseCommand(command)) {
      const { output, isReplayed } = response;
      ofCourses.push({ command, reply: { output, isReplayed, isOvertaken } });
    }
  }
  await Promise.all([
    ofCourses.length > 0 && applyCourseAcks(tx, ofCourses),
    bumpBaseVersions(tx, acks, successors),
  ]);
  await dropWithCourse(tx, acks);
}

/** The server's row in a 412, which the pull may have replaced or removed since. */
function readMergedRow({ row: { command }, response }: CommandResponse): CourseAck[] {
  const entity = entityOf(command.kind);
  const { minimal } = commandRequest(command).endpoint;
  if (entity === null || minimal === null || !isCourseCommand(command)) return [];
  const output = { [entity.name]: response.error?.current };
  if (!v.is(minimal, output)) return [];
  return [{ command, reply: { output, isReplayed: true, isOvertaken: true } }];
}

/**
 * Refused edits of a deleted course are removed with it: nothing is left to decide. Not if the deletion came from
 * another device, where its user did not see them.
 */
async function dropWithCourse(tx: Tx, acks: readonly Ack[]): Promise<void> {
  const deletedCourses = acks.flatMap(({ command, isImported }) =>
    command.kind === 'course.delete' && !isImported ? [`course/${command.args.courseId}`] : [],
  );
  if (deletedCourses.length === 0) return;
  const refused = (await listUnsent(tx)).filter(({ state }) => state === 'refused');
  const obsolete = refused.filter(({ command }) =>
    rowsAround(command).some((row) => deletedCourses.includes(row)),
  );
  await tx.outbox.bulkDelete(obsolete.map(({ order }) => order));
}
