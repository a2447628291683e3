import * as v from 'valibot';
import { ResourceType } from '../courses/resource.ts';
import { given } from '../editor/given.ts';
import type { FieldValues } from '../editor/merge.ts';
import { editorEndpoints as endpoints } from '../endpoints/editor-endpoints.ts';
import { uploadEndpoints } from '../endpoints/upload-endpoints.ts';
import { ResourceFields, resourceEntity } from '../entities/resource-entity.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { onlyByDecision } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import {
  besideRow,
  fieldEdit,
  ofLesson,
  onRow,
  requestTo,
  seenVersion,
  uploaded,
  versionArgs,
} from './define/editor-command.ts';

/** A resource that is renamed before it was sent gets the new title at once. */
const renamed = <Args extends { readonly title: string }>(args: Args, changes: FieldValues) => ({
  args: { ...args, ...given(v.parse(ResourceFields, changes)) },
  rest: null,
});

export const createResource = defineCommand(
  'resource.create',
  v.object({
    ...ofLesson,
    resourceId: Id,
    title: v.string(),
    type: ResourceType,
    /** Empty for captions. */
    url: v.string(),
    position: v.string(),
    /** The text of a WebVTT file, which the server stores as a separate file. */
    captions: v.optional(v.string()),
    /** The deletion in the history that it undoes; the server has its file. */
    restores: v.optional(Id),
  }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { lessonId, resourceId: id, title, type, url, position, captions, restores } }) => {
      if (restores !== undefined)
        return requestTo(endpoints.restoreResource, { lessonId }, { body: { id, restores, position } });
      return captions === undefined
        ? requestTo(endpoints.createResource, { lessonId }, { body: { id, title, type, url, position } })
        : requestTo(endpoints.addCaptions, { lessonId }, { body: { id, title, captions, position } });
    },
    sentence: ({ title, lessonTitle, captions, restores }) =>
      restores === undefined
        ? `Add ${captions === undefined ? 'resource' : 'captions'} “${title}” to lesson “${lessonTitle}”`
        : `Restore resource “${title}” of lesson “${lessonTitle}”`,
    failure: adminMessages.resourceAddFailed,
    effect: 'create',
    coalesceEdit: renamed,
    rejectedText: ({ courseId, resourceId, title, type, url }) => ({
      ...{ courseId, entity: 'resource', entityId: resourceId, entityTitle: title },
      fields: { title, type, url },
    }),
  },
);

/** Creates a resource from a file whose bytes wait on the device; it is sent when the server has them. */
export const attachResource = defineCommand(
  'resource.attach',
  v.object({
    ...ofLesson,
    resourceId: Id,
    title: v.string(),
    type: ResourceType,
    position: v.string(),
    ...uploaded,
  }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { lessonId, resourceId: id, title, type, position, uploadId, fileName: name } }) =>
      requestTo(
        uploadEndpoints.attachResource,
        { lessonId },
        {
          body: { id, title, type, position, uploadId, name },
        },
      ),
    sentence: ({ title, lessonTitle }) => `Add file “${title}” to lesson “${lessonTitle}”`,
    failure: adminMessages.fileAttachFailed,
    effect: 'create',
    coalesceEdit: renamed,
  },
);

/**
 * Gives a resource another file of the same kind, whose bytes wait on the device. It has no version: like a video of a
 * lesson, the file that arrives last is the one that stays.
 */
export const replaceFile = defineCommand(
  'resource.replaceFile',
  v.object({ ...ofLesson, resourceId: Id, resourceTitle: v.string(), ...uploaded }),
  {
    ...besideRow,
    request: ({ args: { resourceId, uploadId, fileName: name } }) =>
      requestTo(uploadEndpoints.replaceFile, { resourceId }, { body: { name, uploadId } }),
    sentence: ({ resourceTitle, fileName, lessonTitle }) =>
      `Replace the file of resource “${resourceTitle}” of lesson “${lessonTitle}” by “${fileName}”`,
    failure: adminMessages.fileReplaceFailed,
  },
);

/** Changes the title of a resource. */
export const updateResource = defineCommand(
  'resource.update',
  v.object({
    ...ofLesson,
    ...versionArgs,
    resourceId: Id,
    resourceTitle: v.string(),
    base: ResourceFields,
    changes: ResourceFields,
  }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { resourceId, version, changes } }) =>
      requestTo(endpoints.updateResource, { resourceId }, { body: changes, version }),
    sentence: ({ resourceTitle, changes: { title = '' } }) =>
      `Rename resource “${resourceTitle}” to “${title}”`,
    failure: adminMessages.resourceRenameFailed,
    effect: 'edit',
    entity: resourceEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(ResourceFields, values)),
  },
);

export const deleteResource = defineCommand(
  'resource.delete',
  v.object({ ...ofLesson, ...versionArgs, resourceId: Id, resourceTitle: v.string() }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { resourceId, version } }) =>
      requestTo(endpoints.deleteResource, { resourceId }, { version }),
    sentence: ({ resourceTitle, lessonTitle }) =>
      `Delete resource “${resourceTitle}” of lesson “${lessonTitle}”`,
    failure: adminMessages.resourceDeleteFailed,
    effect: 'delete',
    afterRestore: onlyByDecision,
    entity: resourceEntity,
    seen: seenVersion,
  },
);
