import { rowsAround } from '#schema/commands/all-commands.ts';
import type { FieldValue, FieldValues } from '#schema/editor/merge.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { type PartKind, parentColumn, plainKindNames, plainKinds } from '#schema/sync/row-kinds.ts';
import { listUnsent } from '../account/outbox.ts';
import { idsServedBy } from '../account/spent-copies.ts';
import type { AdminCourseRow, AdminOrphanRow } from '../database/admin-rows.ts';
import type { ReadTx, Tx } from '../database/private-store.ts';

type DeletedIds = Readonly<Record<'course' | 'module' | 'lesson', readonly string[]>>;

/**
 * Saves deleted snapshots of rows that unsent edits or drafts refer to, so their author may recreate them.
 * For use inside a transaction over the outbox, drafts, contents and orphans.
 */
export async function saveDeletedSnapshots(
  tx: Tx,
  courses: readonly AdminCourseRow[],
  deleted: DeletedIds,
): Promise<void> {
  const named = await listNamed(tx);
  const isWanted = (kind: keyof DeletedIds) => (id: string) => deleted[kind].includes(id) && named.has(id);
  const snapshots: AdminOrphanRow[] = [];
  for (const { modules, ...course } of courses) {
    const note = (id: string, data: FieldValues) =>
      snapshots.push({ kind: 'gone', id, courseId: course.id, data, v: FORMAT_VERSION });
    if (isWanted('course')(course.id)) note(course.id, plainFields(course));
    for (const { lessons, ...module } of modules) {
      if (isWanted('module')(module.id)) note(module.id, plainFields(module));
      for (const lesson of lessons.filter(({ id }) => isWanted('lesson')(id))) {
        const content = (await tx.adminContents.get(lesson.id))?.content;
        note(lesson.id, { ...plainFields(lesson), content });
      }
    }
  }
  await tx.adminOrphans.bulkPut(snapshots);
}

/**
 * As {@link saveDeletedSnapshots}, for the parts of lessons that have tables of their own, while these have the rows still.
 * A row is also saved for an edit of its parent, which is recreated with what was in it.
 */
export async function savePartSnapshots(
  tx: Tx,
  gone: Readonly<Record<PartKind, readonly string[]>>,
): Promise<void> {
  const deleted: Record<PartKind, readonly string[]> = { ...gone };
  const snapshots: AdminOrphanRow[] = [];
  for (const kind of plainKindNames) {
    const { table, parent } = plainKinds[kind];
    const own = await tx[table].where('id').anyOf(deleted[kind]).toArray();
    const inside = await tx[table].where(parentColumn(kind)).anyOf(deleted[parent]).toArray();
    const rows = [...own, ...inside].map(({ id, courseId, ...fields }) => {
      const data = plainFields({ ...fields, id, courseId });
      return { kind: 'gone' as const, id, courseId, data, v: FORMAT_VERSION };
    });
    deleted[kind] = rows.map(({ id }) => id);
    snapshots.push(...rows);
  }
  if (snapshots.length === 0) return;
  const named = await listNamed(tx);
  await tx.adminOrphans.bulkPut(snapshots.filter((row) => idsServedBy(row).some((id) => named.has(id))));
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

function plainFields(row: Readonly<Record<string, unknown>>): FieldValues {
  const fields: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) fields[name] = value;
  }
  return fields;
}
