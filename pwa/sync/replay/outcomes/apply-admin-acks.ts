import * as v from 'valibot';
import { UserReply } from '#schema/account/profile.ts';
import { rowsAround } from '#schema/commands/all-commands.ts';
import { listUnsent } from '../../../store/account/outbox.ts';
import type { Tx } from '../../../store/database/private-store.ts';
import { isCourseCommand } from '../../commands/device-commands.ts';
import type { Successors } from '../schedule/outbox-index.ts';
import { applyCourseAcks, type CourseAck } from './apply-course-acks.ts';
import type { Ack } from './apply-outcomes.ts';
import { bumpBaseVersions } from './bump-base-versions.ts';

/*
 * Code for admin commands only. The replay loads it when it meets one, so learners' devices do not download
 * it.
 */

/**
 * Writes the server's response to acknowledged edits into the rows that screens read, and updates the
 * commands that were queued after them. For use inside the transaction that writes the acks, over {@link
 * adminTables} and the outbox.
 */
export async function applyAdminAcks(tx: Tx, acks: readonly Ack[], successors: Successors): Promise<void> {
  const ofCourses: CourseAck[] = [];
  for (const { command, response, isOvertaken } of acks) {
    if (command.kind === 'user.setRole') {
      const { user } = v.parse(UserReply, response.output);
      const row = await tx.adminUsers.get(user.id);
      if (row !== undefined) await tx.adminUsers.put({ ...row, role: user.role });
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

/** Refused edits of a deleted course are removed with it: nothing is left to decide. */
async function dropWithCourse(tx: Tx, acks: readonly Ack[]): Promise<void> {
  const deletedCourses = acks.flatMap(({ command }) =>
    command.kind === 'course.delete' ? [`course/${command.args.courseId}`] : [],
  );
  if (deletedCourses.length === 0) return;
  const refused = (await listUnsent(tx)).filter(({ state }) => state === 'refused');
  const obsolete = refused.filter(({ command }) =>
    rowsAround(command).some((row) => deletedCourses.includes(row)),
  );
  await tx.outbox.bulkDelete(obsolete.map(({ order }) => order));
}
