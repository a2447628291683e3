import { given } from '#schema/editor/given.ts';
import { addRow, changeModule, withoutRow } from './course-tree.ts';
import type { DeviceCommand } from './device-command.ts';
import { recreateModule } from './recreate/recreate-module.ts';

export const createModule: DeviceCommand<'module.create'> = {
  recreate: null,
  overlay: (course, { args: { courseId: _, moduleId: id, ...fields } }) => ({
    ...course,
    modules: addRow(course.modules, { ...fields, id, version: 0, lessons: [] }),
  }),
};

export const updateModule: DeviceCommand<'module.update'> = {
  recreate: recreateModule,
  overlay: (course, { args: { moduleId, changes } }) =>
    changeModule(course, moduleId, (module) => ({ ...module, ...given(changes) })),
};

export const deleteModule: DeviceCommand<'module.delete'> = {
  recreate: null,
  overlay: (course, { args }) => ({ ...course, modules: withoutRow(course.modules, args.moduleId) }),
};
