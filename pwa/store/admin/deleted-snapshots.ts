import { rowsAround } from '#schema/commands/all-commands.ts';
import type { FieldValue, FieldValues } from '#schema/editor/merge.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { innerKindNames } from '#schema/sync/row-kinds.ts';
import { listUnsent } from '../account/outbox.ts';
import { idsServedBy } from '../account/spent-copies.ts';
import type { DeletedSnapshotRow } from '../database/admin-rows.ts';
import type { ReadTx, Tx } from '../database/private-store.ts';
import type { GoneRows } from '../server-rows/part-rows.ts';

export type Deleted = GoneRows & { readonly course: readonly string[] };

/**
 * Saves deleted snapshots of rows that unsent edits or drafts refer to, so their author may recreate them. A question is
 * also saved for an edit of its quiz, which is recreated with what was in it. For use inside a transaction over the outbox,
 * drafts, courses and snapshots.
 */
export async function saveDeletedSnapshots(tx: Tx, deleted: Deleted): Promise<void> {
  const rows = innerKindNames.flatMap((kind) => deleted[kind]);
  if (deleted.course.length + rows.length === 0) return;
  const named = await listNamed(tx);
  const courses = (await tx.adminCourses.bulkGet([...deleted.course])).filter((row) => row !== undefined);
  const snapshots = [...courses.map((row) => ({ ...row, courseId: row.id })), ...rows]
    .map(snapshotOf)
    .filter((snapshot) => idsServedBy(snapshot).some((id) => named.has(id)));
  const texts = await tx.lessonContents.bulkGet(snapshots.map(({ id }) => id));
  const whole = snapshots.map((snapshot, at) => {
    const text = texts[at];
    return text === undefined ? snapshot : { ...snapshot, data: { ...snapshot.data, content: text.content } };
  });
  await tx.deletedSnapshots.bulkPut(whole);
}

function snapshotOf(row: { readonly id: string; readonly courseId: string }): DeletedSnapshotRow {
  const { id, courseId } = row;
  // A lesson without its module, which is that of the edit.
  return { id, courseId, data: plainFields({ ...row, moduleId: undefined }), v: FORMAT_VERSION };
}

/** Returns every id that an unsent command or a draft names, such as the module into which a lesson is moved. */
async function listNamed(tx: ReadTx): Promise<Set<string>> {
  const commands = (await listUnsent(tx)).flatMap(({ command }) => [
    ...Object.values<unknown>(command.args),
    ...rowsAround(command).flatMap((row) => row.split('/')),
  ]);
  const drafts = (await tx.drafts.toCollection().primaryKeys()).flatMap((key) => key.split('/'));
  return new Set([...commands.filter((value) => typeof value === 'string'), ...drafts]);
}

function plainFields(row: object): FieldValues {
  const fields: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) fields[name] = value;
  }
  return fields;
}
