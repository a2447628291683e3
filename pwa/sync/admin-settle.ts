import * as v from 'valibot';
import { rowsAround } from '#schema/commands/all-commands.ts';
import { UserReply } from '#schema/profile.ts';
import { inside } from '../store/inside.ts';
import { readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { Behind } from './behind.ts';
import { isCourseCommand } from './commands/device-commands.ts';
import { type CourseAck, settleCourses } from './course-settle.ts';
import { raiseVersions } from './raise-versions.ts';
import type { Ack } from './settle.ts';

/*
 * Code for admin commands only. The replay loads it when it meets one, so learners' devices do not download
 * it.
 */

/**
 * Writes the server's response to acknowledged edits into the rows that screens read, and updates the
 * commands that were queued after them. For use inside the transaction that writes the acks, over {@link
 * adminTables} and the outbox.
 */
export async function settleAdmin(store: PrivateStore, acks: readonly Ack[], behind: Behind): Promise<void> {
  const ofCourses: CourseAck[] = [];
  for (const { command, answer, isOvertaken } of acks) {
    if (command.kind === 'user.setRole') {
      const { user } = v.parse(UserReply, answer.output);
      const row = await store.adminUsers.get(user.id);
      if (row !== undefined) await store.adminUsers.put({ ...row, role: user.role });
    } else if (isCourseCommand(command)) {
      const { output, isReplayed } = answer;
      ofCourses.push({ command, reply: { output, isReplayed, isOvertaken } });
    }
  }
  await Promise.all([
    ofCourses.length > 0 && inside(() => settleCourses(store, ofCourses)),
    inside(() => raiseVersions(store, acks, behind)),
  ]);
  await inside(() => dropWithCourse(store, acks));
}

/** Refused edits of a deleted course are removed with it: nothing is left to decide. */
async function dropWithCourse(store: PrivateStore, acks: readonly Ack[]): Promise<void> {
  const gone = acks.flatMap(({ command }) =>
    command.kind === 'course.delete' ? [`course/${command.args.courseId}`] : [],
  );
  if (gone.length === 0) return;
  const refused = (await inside(() => readUnsent(store))).filter(({ state }) => state === 'refused');
  const moot = refused.filter(({ command }) => rowsAround(command).some((row) => gone.includes(row)));
  await store.outbox.bulkDelete(moot.map(({ order }) => order));
}
