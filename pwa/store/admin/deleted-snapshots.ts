import { rowsAround } from '#schema/commands/all-commands.ts';
import type { FieldValue, FieldValues } from '#schema/editor/merge.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { listUnsent } from '../account/outbox.ts';
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
