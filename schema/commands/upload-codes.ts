import * as v from 'valibot';
import { editorEndpoints } from '../endpoints/editor-endpoints.ts';
import { QueuedCodes } from '../learning/codes.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { countOf } from '../messages/count.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { BLANKED_CODE } from './define/blanked-code.ts';
import { defineCommand } from './define/define-command.ts';
import { inEditor, ofCourse, requestTo, rowsOf } from './define/editor-command.ts';

/** Adds activation codes to a course as one batch; the server skips those that the course has. */
export const uploadCodes = defineCommand(
  'codes.upload',
  v.object({ ...ofCourse, codes: QueuedCodes, name: v.optional(v.string()) }),
  {
    request: ({ args: { courseId, codes, name } }) =>
      requestTo(
        editorEndpoints.uploadCodes,
        { courseId },
        { body: name === undefined ? { codes } : { codes, name } },
      ),
    sentence: ({ courseTitle, codes }) =>
      `Add ${countOf(codes.length, 'activation code')} to “${courseTitle}”`,
    failure: adminMessages.codesFailed,
    record: ({ args: { courseId } }) => `codes/${courseId}`,
    rows: rowsOf,
    screen: inEditor,
    afterRestore: unlessDiscarded,
    afterAck: (args) => ({ ...args, codes: args.codes.map(() => BLANKED_CODE) }),
  },
);
