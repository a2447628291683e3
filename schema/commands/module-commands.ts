import * as v from 'valibot';
import { given } from '../editor/given.ts';
import { editorEndpoints as endpoints } from '../endpoints/editor-endpoints.ts';
import { ModuleFields, moduleEntity } from '../entities/module-entity.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { messages } from '../messages/messages.ts';
import { onlyByDecision } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { describeFieldEdit } from './define/describe-field-edit.ts';
import {
  fieldEdit,
  inCourse,
  ofModule,
  onRow,
  requestTo,
  seenVersion,
  versionArgs,
} from './define/editor-command.ts';

export const createModule = defineCommand(
  'module.create',
  v.object({ ...inCourse, moduleId: Id, ...moduleEntity.fields }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { courseId, moduleId: id, ...fields } }) =>
      requestTo(endpoints.createModule, { courseId }, { body: { id, ...fields } }),
    sentence: ({ title }) => `Add module “${title}”`,
    failure: adminMessages.moduleAddFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(ModuleFields, changes)) },
      rest: null,
    }),
  },
);
export type ModuleCreateArgs = v.InferOutput<typeof createModule.args>;

export const updateModule = defineCommand(
  'module.update',
  v.object({ ...ofModule, ...versionArgs, base: ModuleFields, changes: ModuleFields }),
  {
    ...onRow({ draft: 'fields' }),
    request: ({ args: { moduleId, version, changes } }) =>
      requestTo(endpoints.updateModule, { moduleId }, { body: changes, version }),
    sentence: ({ moduleTitle, changes }) => describeFieldEdit(moduleEntity, moduleTitle, changes),
    failure: messages.changesFailed,
    effect: 'edit',
    entity: moduleEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(ModuleFields, values)),
    rejectedText: ({ courseId, moduleId, moduleTitle, changes }) => ({
      ...{ courseId, entity: 'module', entityId: moduleId, entityTitle: moduleTitle },
      fields: changes,
    }),
  },
);

export const deleteModule = defineCommand('module.delete', v.object({ ...ofModule, ...versionArgs }), {
  ...onRow({ draft: 'deletion' }),
  request: ({ args: { moduleId, version } }) => requestTo(endpoints.deleteModule, { moduleId }, { version }),
  sentence: ({ moduleTitle }) => `Delete module “${moduleTitle}”`,
  failure: messages.changesFailed,
  effect: 'delete',
  afterRestore: onlyByDecision,
  entity: moduleEntity,
  affectsSubtree: () => true,
  seen: seenVersion,
});
