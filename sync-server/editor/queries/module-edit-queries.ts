import { v7 as uuidv7 } from 'uuid';
import type { AdminModule, CreateModuleInput, UpdateModuleInput } from '#schema/editor/editor.ts';
import {
  changedFields,
  newPosition,
  requirePosition,
  requireVersion,
} from '#sync-server/courses/row-rules.ts';
import { recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { liveCourses, liveModules } from '#sync-server/db/live-rows.ts';
import type { ModuleRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { assembleModule } from './assemble-admin-course.ts';
import type { EditCall } from './edit-call.ts';
import { requireFreeId, requireRow } from './edited-queries.ts';
import { removeModule } from './remove-queries.ts';

interface ModuleReply {
  readonly module: AdminModule;
}

/** Inserts a new module, at the end of its course unless a position is given. */
export async function createModule(
  trx: Trx,
  { input, targetId: courseId, at }: EditCall<CreateModuleInput>,
): Promise<ModuleReply> {
  const course = await trx.selectFrom(liveCourses).select('id').where('id', '=', courseId).executeTakeFirst();
  requireRow(course, 'course_not_found');
  const { id = uuidv7(), ...fields } = input;
  await requireFreeId(trx, 'module', id);
  const siblings = await trx
    .selectFrom(liveModules)
    .select('position')
    .where('courseId', '=', courseId)
    .execute();
  const position = newPosition(input.position, siblings);
  const row: ModuleRow = { ...fields, id, courseId, position, version: 1 };
  await trx.insertInto('modules').values(row).execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'module', id, courseId }]);
  return { module: assembleModule(row, []) };
}

/** Changes the given fields; a move is a new position and writes this one row. */
export async function updateModule(
  trx: Trx,
  { input, targetId: id, ifMatch, at }: EditCall<UpdateModuleInput>,
): Promise<ModuleReply> {
  const row = await getRow(trx, id);
  await requireVersion(row, ifMatch, async () => assembleModule(row, []));
  if (input.position !== undefined) requirePosition(input.position);
  const changed = changedFields<ModuleRow>(row, input);
  if (changed === null) return { module: assembleModule(row, []) };
  const { courseId } = row;
  const version = row.version + 1;
  await trx
    .updateTable('modules')
    .set({ ...changed, version })
    .where('id', '=', id)
    .execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'module', id, courseId }]);
  return { module: assembleModule({ ...row, ...changed, version }, []) };
}

/** Deletes a module with its lessons. */
export async function deleteModule(trx: Trx, { targetId, ifMatch, at }: EditCall<undefined>) {
  const row = await getRow(trx, targetId);
  await requireVersion(row, ifMatch, async () => assembleModule(row, []));
  await removeModule(trx, { id: targetId, courseId: row.courseId, at });
  return { success: true as const };
}

async function getRow(trx: Trx, id: string): Promise<ModuleRow> {
  const row = await trx.selectFrom(liveModules).selectAll().where('id', '=', id).executeTakeFirst();
  return requireRow(row, 'module_not_found');
}
