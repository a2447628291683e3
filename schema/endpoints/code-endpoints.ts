import {
  BatchCodesReply,
  CodeBatchesReply,
  CodeBatchReply,
  CodeReply,
  CreateCodeBatchInput,
  CreateCodeBatchReply,
  RevokeAccessInput,
  RevokeCodeInput,
  RevokeInput,
  UpdateCodeBatchInput,
} from '../learning/code-batches.ts';
import { BATCH_CODES_PAGE, CODE_BATCHES_PAGE } from '../limits.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

const page = (most: number) => ({
  limit: `How many items a page has: 1 to ${most}, and ${most} without it`,
  after: '`next` of the page before; without it the first page is returned.',
});
const command = { caller: 'admin', isCommand: true } as const;
/** Five thousand codes with their prefixes, and the fields of the batch. */
const BATCH_MAX_BYTES = 512 * 1024;

/** The admins' calls for activation codes, and for the access that they gave. */
export const codeEndpoints = {
  listCodeBatches: endpoint({
    method: 'GET',
    path: '/api/admin/codes',
    caller: 'admin',
    summary: 'List the batches of activation codes of all courses, newest first; in pages',
    query: page(CODE_BATCHES_PAGE),
    input: noInput,
    output: CodeBatchesReply,
  }),
  listBatchCodes: endpoint({
    method: 'GET',
    path: '/api/admin/codes/:batchId/codes',
    caller: 'admin',
    summary: 'List the codes of a batch in their order, with who redeemed them; in pages',
    query: page(BATCH_CODES_PAGE),
    input: noInput,
    output: BatchCodesReply,
  }),
  createCodeBatch: endpoint({
    ...command,
    method: 'POST',
    path: '/api/admin/codes',
    summary: 'Register a batch of new codes: all of them, or none if one exists in the course',
    input: CreateCodeBatchInput,
    output: CreateCodeBatchReply,
    bodyMaxBytes: BATCH_MAX_BYTES,
  }),
  updateCodeBatch: endpoint({
    ...command,
    isVersioned: true,
    method: 'PUT',
    path: '/api/admin/codes/:batchId',
    summary: 'Change the name, note, expiry or number of uses of a batch',
    input: UpdateCodeBatchInput,
    output: CodeBatchReply,
  }),
  setBatchRevoked: endpoint({
    ...command,
    method: 'PUT',
    path: '/api/admin/codes/:batchId/revoked',
    summary: 'Revoke the codes of a batch, or restore them; what they unlocked stays unlocked',
    input: RevokeInput,
    output: CodeBatchReply,
  }),
  setCodeRevoked: endpoint({
    ...command,
    method: 'PUT',
    path: '/api/admin/codes/codes/:codeId/revoked',
    summary: 'Revoke one code, on request with the access that it gave; or restore it',
    input: RevokeCodeInput,
    output: CodeReply,
  }),
  giveAccess: endpoint({
    ...command,
    method: 'POST',
    path: '/api/admin/codes/access/:courseId/:userId',
    summary: 'Give a user access to a course without a code, or back after it was removed',
    input: noInput,
    output: Success,
  }),
  setAccessRevoked: endpoint({
    ...command,
    method: 'PUT',
    path: '/api/admin/codes/access/:courseId/:userId',
    summary: "Remove a user's access to a course, or restore it; their progress stays",
    input: RevokeAccessInput,
    output: Success,
  }),
} as const;
