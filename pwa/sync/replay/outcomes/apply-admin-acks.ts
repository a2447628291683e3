import * as v from 'valibot';
import { draftPrefix, removeDraftRows } from '#pwa/store/account/drafts.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { storeFirstCodes } from '#pwa/store/admin/admin-courses.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { storeDrawn } from '#pwa/sync/commands/code-rows.ts';
import { rowsAround } from '#schema/commands/all-commands.ts';
import { UploadCodesReply } from '#schema/learning/codes.ts';
import type { Ack } from './apply-outcomes.ts';
import { bumpBaseVersions } from './bump-base-versions.ts';
import type { FindSuccessors } from './find-successors.ts';

/*
 * Code for admin commands only. The replay loads it when it meets one, so learners' devices do not download
 * it.
 */

/**
 * Applies acks to the commands that were queued after them, and stores codes, which the acknowledged commands have no more.
 * No other row is written: the commands are laid over the stored ones until those are pulled or fetched again. For use
 * inside the transaction that writes the acks.
 */
export async function applyAdminAcks(
  tx: Tx,
  acks: readonly Ack[],
  findSuccessors: FindSuccessors,
): Promise<void> {
  for (const { command, response } of acks) {
    if (command.kind === 'codeBatch.create') {
      await storeDrawn(tx, { command, output: response.output, at: new Date().toISOString() });
    } else if (command.kind === 'codes.upload' && !response.isReplayed) {
      const { allCodes } = v.parse(UploadCodesReply, response.output);
      await storeFirstCodes(tx, command.args.courseId, allCodes);
    } else if (command.kind === 'course.delete') {
      // They can no longer be submitted.
      await removeDraftRows(tx, draftPrefix(command.args.courseId));
    }
  }
  await bumpBaseVersions(tx, acks, await findSuccessors(tx, acks));
  await dropWithCourse(tx, acks);
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
