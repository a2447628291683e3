import * as v from 'valibot';
import { adminMessages } from '../admin-messages.ts';
import { UploadCodesInput } from '../codes.ts';
import { countOf } from '../count.ts';
import { editorEndpoints } from '../editor-endpoints.ts';
import { BLANKED_CODE } from './blanked-code.ts';
import { defineCommand } from './define-command.ts';
import { ofCourse, requestTo, rowsOf } from './editor-command.ts';

/** Adds activation codes to a course; the server skips those that the course has. */
export const uploadCodes = defineCommand(
  'codes.upload',
  v.object({ ...ofCourse, ...UploadCodesInput.entries }),
  {
    request: ({ args: { courseId, codes } }) =>
      requestTo(editorEndpoints.uploadCodes, { courseId }, { body: { codes } }),
    sentence: ({ courseTitle, codes }) =>
      `Add ${countOf(codes.length, 'activation code')} to “${courseTitle}”`,
    failure: adminMessages.codesFailed,
    record: ({ args: { courseId } }) => `codes/${courseId}`,
    rows: rowsOf,
    afterAck: (args) => ({ ...args, codes: args.codes.map(() => BLANKED_CODE) }),
  },
);
