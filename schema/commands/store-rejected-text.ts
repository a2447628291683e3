import * as v from 'valibot';
import { historyEndpoints } from '../endpoints/history-endpoints.ts';
import { Id } from '../id.ts';
import { messages } from '../messages/messages.ts';
import { partKindNames } from '../sync/row-kinds.ts';
import { always } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { inCourse, requestTo } from './define/editor-command.ts';

/**
 * Stores a rejected text in the history: one of two edits of the same field, or a resource whose lesson was
 * deleted. It waits for nothing and is not removed with its row, because the history also accepts texts of
 * deleted rows.
 */
export const storeRejectedText = defineCommand(
  'history.keepAside',
  v.object({
    ...inCourse,
    entity: v.picklist(partKindNames),
    entityId: Id,
    entityTitle: v.string(),
    fields: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
  }),
  {
    request: ({ args }) => requestTo(historyEndpoints.storeRejectedText, {}, { body: args }),
    sentence: ({ entity, entityTitle }) => `Save your version of ${entity} “${entityTitle}” in the history`,
    failure: messages.changesFailed,
    record: ({ id }) => `command/${id}`,
    screen: ({ courseId, entityId }) => ({ name: 'editor', courseId, recordId: entityId }),
    afterRestore: always,
  },
);
export type RejectedTextArgs = v.InferOutput<typeof storeRejectedText.args>;
