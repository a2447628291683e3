import type { ReadTx, Tx } from '#pwa/store/database/private-store.ts';
import { readTogether } from '#pwa/store/database/read-together.ts';
import type { AckedRows, AckReply } from '#pwa/sync/commands/device-command.ts';
import { applyAckToRows, type CourseCommand } from '#pwa/sync/commands/device-commands.ts';

/** An acknowledged editor command. */
export interface CourseAck {
  readonly command: CourseCommand;
  readonly reply: AckReply;
}

/** Applies the server's replies to course edits to the admin's rows, with one read and one write. */
export async function applyCourseAcks(tx: Tx, acks: readonly CourseAck[]): Promise<void> {
  const rows = await readRows(tx, acks);
  const before = new Map(rows.courses);
  for (const ack of acks) await applyAckToRows(tx, rows, ack);
  const courses = [...rows.courses.values()].filter((row) => before.get(row.id) !== row);
  const contents = [...rows.contents];
  await tx.adminCourses.bulkPut(courses);
  await tx.adminContents.bulkPut(contents.flatMap(([, row]) => row ?? []));
  await tx.adminContents.bulkDelete(contents.flatMap(([id, row]) => (row === null ? id : [])));
}

async function readRows(tx: ReadTx, acks: readonly CourseAck[]): Promise<AckedRows> {
  const courseIds = new Set(acks.map(({ command }) => command.args.courseId));
  const courses = await readTogether(tx.adminCourses, [...courseIds]);
  return {
    courses: new Map(courses.filter(({ id }) => courseIds.has(id)).map((row) => [row.id, row])),
    contents: new Map(),
  };
}
