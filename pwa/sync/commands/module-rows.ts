import * as v from 'valibot';
import type { AdminCourseRow } from '#pwa/store/database/admin-rows.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { EditedModule } from '#schema/editor/editor.ts';
import { given } from '#schema/editor/given.ts';
import { addRow, changeModule, withoutRow } from './course-tree.ts';
import type { AckReply, DeviceCommand } from './device-command.ts';
import { outlineOf } from './lesson-rows.ts';
import { recreateModule } from './recreate/recreate-module.ts';

const ModuleReply = v.object({ module: EditedModule });

export const createModule: DeviceCommand<'module.create'> = {
  recreate: null,
  overlay: (course, { args: { courseId: _, moduleId: id, ...fields } }) => ({
    ...course,
    modules: addRow(course.modules, { ...fields, id, version: 0, lessons: [] }),
  }),
  applyAck: putModule,
};

export const updateModule: DeviceCommand<'module.update'> = {
  recreate: recreateModule,
  overlay: (course, { args: { moduleId, changes } }) =>
    changeModule(course, moduleId, (module) => ({ ...module, ...given(changes) })),
  applyAck: putModule,
};

export const deleteModule: DeviceCommand<'module.delete'> = {
  recreate: null,
  overlay: (course, { args }) => ({ ...course, modules: withoutRow(course.modules, args.moduleId) }),
  applyAck: (course, { args }) => ({ ...course, modules: withoutRow(course.modules, args.moduleId) }),
  applyAckToContents: (contents, { modules }, { command: { args } }) => {
    const module = modules.find(({ id }) => id === args.moduleId);
    for (const { id } of module?.lessons ?? []) contents.set(id, null);
  },
};

function putModule(
  course: AdminCourseRow,
  _: CommandOf<'module.create' | 'module.update'>,
  { output, isOvertaken }: AckReply,
): AdminCourseRow {
  const { lessons = [], ...own } = v.parse(ModuleReply, output).module;
  const { modules } = course;
  if (!modules.some(({ id }) => id === own.id)) {
    if (isOvertaken) return course;
    return { ...course, modules: [...modules, { ...own, lessons: lessons.map(outlineOf) }] };
  }
  return {
    ...course,
    modules: modules.map((one) =>
      one.id === own.id && one.version <= own.version ? { ...one, ...own } : one,
    ),
  };
}
