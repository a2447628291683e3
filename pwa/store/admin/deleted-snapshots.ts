import { rowsAround } from '#schema/commands/all-commands.ts';
import type { FieldValue, FieldValues } from '#schema/editor/merge.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { listUnsent } from '../account/outbox.ts';
import type { DeletedSnapshotRow } from '../database/admin-rows.ts';
import type { ReadTx, Tx } from '../database/private-store.ts';

type Row = { readonly id: string };
export interface Deleted {
  readonly course: readonly string[];
  readonly module: readonly Row[];
  readonly lesson: readonly Row[];
}

/**
 * Saves deleted snapshots of rows that unsent edits or drafts refer to, so their author may recreate them.
 * For use inside a transaction over the outbox, drafts, courses and snapshots.
 */
export async function saveDeletedSnapshots(tx: Tx, deleted: Deleted): Promise<void> {
  if (deleted.course.length + deleted.module.length + deleted.lesson.length === 0) return;
  const named = await listNamed(tx);
  const courses = await tx.adminCourses.bulkGet(deleted.course.filter((id) => named.has(id)));
  const isNamed = ({ id }: Row) => named.has(id);
  const modules = await tx.modules.bulkGet(deleted.module.filter(isNamed).map(({ id }) => id));
  const lessons = await tx.lessons.bulkGet(deleted.lesson.filter(isNamed).map(({ id }) => id));
  const contents = await tx.lessonContents.bulkGet(deleted.lesson.filter(isNamed).map(({ id }) => id));
  const snapshots = [
    ...courses.map((row) => row && snapshotOf(row.id, row.id, row)),
    ...modules.map((row) => row && snapshotOf(row.id, row.courseId, row)),
    ...lessons.map((row, at) => {
      // Without its module, which is that of the edit.
      const fields = { ...row, moduleId: undefined, content: contents[at]?.content };
      return row && snapshotOf(row.id, row.courseId, fields);
    }),
  ];
  await tx.deletedSnapshots.bulkPut(snapshots.filter((row) => row !== undefined));
}

function snapshotOf(id: string, courseId: string, fields: object): DeletedSnapshotRow {
  return { id, courseId, data: plainFields(fields), v: FORMAT_VERSION };
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
