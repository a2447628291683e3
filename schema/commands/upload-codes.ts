import * as v from 'valibot';
import { editorEndpoints } from '../endpoints/editor-endpoints.ts';
import { QueuedCodes } from '../learning/codes.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { countOf } from '../messages/count.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { BLANKED_CODE } from './define/blanked-code.ts';
import { defineCommand } from './define/define-command.ts';
import { inEditor, ofCourse, requestTo, rowsOf } from './define/editor-command.ts';

/** Adds activation codes to a course; the server skips those that the course has. */
export const uploadCodes = defineCommand('codes.upload', v.object({ ...ofCourse, codes: QueuedCodes }), {
  request: ({ args: { courseId, codes } }) =>
    requestTo(editorEndpoints.uploadCodes, { courseId }, { body: { codes } }),
  sentence: ({ courseTitle, codes }) => `Add ${countOf(codes.length, 'activation code')} to “${courseTitle}”`,
  failure: adminMessages.codesFailed,
  record: ({ args: { courseId } }) => `codes/${courseId}`,
  rows: rowsOf,
  screen: inEditor,
  afterRestore: unlessDiscarded,
  afterAck: (args) => ({ ...args, codes: args.codes.map(() => BLANKED_CODE) }),
});
