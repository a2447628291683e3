import * as v from 'valibot';
import type { Command } from '#schema/commands.ts';
import { Course } from '#schema/course.ts';
import { UserReply } from '#schema/profile.ts';
import type { Answer } from '../api/answer.ts';
import { readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';

const CourseReply = v.object({ course: v.pick(Course, ['status', 'version', 'updatedAt']) });

/**
 * Writes the server's word on an admin's acknowledged edit into the rows that screens read. For use inside
 * the transaction that writes the ack; the tables are the outbox, adminCourses and adminUsers.
 */
export async function settleAdmin(store: PrivateStore, command: Command, answer: Answer): Promise<void> {
  switch (command.kind) {
    case 'course.setStatus': {
      const { status, version, updatedAt } = v.parse(CourseReply, answer.output).course;
      const { courseId } = command.args;
      const row = await store.adminCourses.get(courseId);
      // A replayed receipt tells of the day it was written, and never takes back what is newer.
      if (row !== undefined && row.version <= version) {
        await store.adminCourses.put({ ...row, status, version, updatedAt });
      }
      return raiseVersions(store, courseId, { from: command.args.courseVersion, to: version });
    }
    case 'course.delete':
      return store.adminCourses.delete(command.args.courseId);
    case 'user.setRole': {
      const { user } = v.parse(UserReply, answer.output);
      const row = await store.adminUsers.get(user.id);
      if (row !== undefined) await store.adminUsers.put({ ...row, role: user.role });
    }
  }
}

/**
 * What was queued behind an edit was decided in sight of it: it now names the version that the edit made.
 * A command that was ever sent stays as it is, because the server may hold a receipt for it.
 */
async function raiseVersions(
  store: PrivateStore,
  courseId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const row of await readUnsent(store)) {
    const { command } = row;
    const isEdit = command.kind === 'course.setStatus' || command.kind === 'course.delete';
    if (!isEdit || command.args.courseId !== courseId) continue;
    if (row.attempts > 0 || command.args.courseVersion !== from) continue;
    await store.outbox.put({ ...row, command: withVersion(command, to) });
  }
}

/**
 * A refused edit of a course, to be tried again: of the course as the device knows it now, which is what
 * the person sees who asks for it. Other commands stay as they are.
 */
export async function rebaseCommand(store: PrivateStore, command: Command): Promise<Command> {
  if (command.kind !== 'course.setStatus' && command.kind !== 'course.delete') return command;
  const row = await store.adminCourses.get(command.args.courseId);
  return row === undefined ? command : withVersion(command, row.version);
}

type CourseEdit = Extract<Command, { kind: 'course.setStatus' | 'course.delete' }>;

function withVersion(command: CourseEdit, courseVersion: number): Command {
  return command.kind === 'course.delete'
    ? { ...command, args: { ...command.args, courseVersion } }
    : { ...command, args: { ...command.args, courseVersion } };
}
