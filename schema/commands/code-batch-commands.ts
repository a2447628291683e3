import * as v from 'valibot';
import { given } from '../editor/given.ts';
import { codeEndpoints as endpoints } from '../endpoints/code-endpoints.ts';
import { CodeBatchFields, codeBatchEntity } from '../entities/code-batch-entity.ts';
import { nameField } from '../entities/field-rules.ts';
import { Id } from '../id.ts';
import { QueuedCodes } from '../learning/codes.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { countOf } from '../messages/count.ts';
import { onlyByDecision, unlessDiscarded } from './define/after-restore.ts';
import { BLANKED_CODE } from './define/blanked-code.ts';
import { type CommandScreen, defineCommand } from './define/define-command.ts';
import { joinPhrases } from './define/describe-field-edit.ts';
import { fieldEdit, ofCourse, requestTo, seenVersion, versionArgs } from './define/editor-command.ts';

const inBatch = { batchId: Id, batchName: v.string(), courseId: Id };

/** A batch waits for the creation of its course; what changes it waits for the creation of the batch. */
const onBatch = {
  record: ({ args: { batchId } }: { readonly args: { readonly batchId: string } }) => `codeBatch/${batchId}`,
  rows: ({ courseId, batchId }: { readonly courseId: string; readonly batchId: string }) => [
    `course/${courseId}`,
    `codeBatch/${batchId}`,
  ],
  screen: (): CommandScreen => ({ name: 'codes' }),
} as const;

/** Registers codes that this device has drawn: all of them, or none. */
export const createCodeBatch = defineCommand(
  'codeBatch.create',
  v.object({
    ...{ ...ofCourse, batchId: Id, ...codeBatchEntity.fields, prefix: v.string(), codes: QueuedCodes },
    /** Places of codes that were drawn anew, because others had taken the first ones. */
    redrawn: v.optional(v.array(v.number())),
  }),
  {
    ...onBatch,
    request: ({ args: { courseTitle: _, batchId: id, redrawn: __, ...fields } }) =>
      requestTo(endpoints.createCodeBatch, {}, { body: { id, ...fields } }),
    sentence: ({ name, courseTitle, codes }) =>
      `Register ${countOf(codes.length, 'activation code')} “${name}” for “${courseTitle}”`,
    failure: adminMessages.codeBatchFailed,
    effect: 'create',
    afterRestore: unlessDiscarded,
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(CodeBatchFields, changes)) },
      rest: null,
    }),
    afterAck: (args) => ({ ...args, codes: args.codes.map(() => BLANKED_CODE) }),
  },
);

export const updateCodeBatch = defineCommand(
  'codeBatch.update',
  v.object({ ...inBatch, ...versionArgs, base: CodeBatchFields, changes: CodeBatchFields }),
  {
    ...onBatch,
    request: ({ args: { batchId, version, changes } }) =>
      requestTo(endpoints.updateCodeBatch, { batchId }, { body: changes, version }),
    sentence: ({ batchName, changes }) =>
      `Change ${joinPhrases(Object.keys(given(changes)).map((field) => `the ${nameField(field)}`))} of the codes “${batchName}”`,
    failure: adminMessages.codeBatchFailed,
    effect: 'edit',
    entity: codeBatchEntity,
    holdsWhenRefused: true,
    afterRestore: unlessDiscarded,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(CodeBatchFields, values)),
  },
);

/** Revokes all codes of a batch, or restores them. */
export const setBatchRevoked = defineCommand(
  'codeBatch.setRevoked',
  v.object({ ...inBatch, revoked: v.boolean() }),
  {
    ...onBatch,
    request: ({ args: { batchId, revoked } }) =>
      requestTo(endpoints.setBatchRevoked, { batchId }, { body: { revoked } }),
    sentence: ({ batchName, revoked }) => `${verbOf(revoked)} the codes of “${batchName}”`,
    failure: adminMessages.codeBatchFailed,
    afterRestore: onlyByDecision,
  },
);

const reason = { reason: v.string() };

/** Revokes one code, on request with the access that it gave; or restores it. */
export const setCodeRevoked = defineCommand(
  'code.setRevoked',
  v.object({ ...inBatch, codeId: Id, revoked: v.boolean(), removesAccess: v.boolean(), ...reason }),
  {
    ...onBatch,
    request: ({ args: { codeId, revoked, removesAccess, reason } }) =>
      requestTo(endpoints.setCodeRevoked, { codeId }, { body: { revoked, removesAccess, reason } }),
    sentence: ({ batchName, revoked, removesAccess }) =>
      `${verbOf(revoked)} a code of “${batchName}”${removesAccess ? ' and remove the access that it gave' : ''}`,
    failure: adminMessages.codeRevokeFailed,
    record: ({ args: { codeId } }) => `code/${codeId}`,
    afterRestore: onlyByDecision,
  },
);

/** Removes a learner's access to a course, or restores it. `codeId`: the code that gave it, on the screen of its batch. */
export const setAccessRevoked = defineCommand(
  'access.setRevoked',
  v.object({
    ...{ ...ofCourse, userId: Id, userName: v.string(), codeId: v.nullable(Id) },
    ...{ revoked: v.boolean(), ...reason },
  }),
  {
    request: ({ args: { courseId, userId, revoked, reason } }) =>
      requestTo(endpoints.setAccessRevoked, { courseId, userId }, { body: { revoked, reason } }),
    sentence: ({ userName, courseTitle, revoked }) =>
      revoked
        ? `Remove the access of ${userName} to “${courseTitle}”`
        : `Restore the access of ${userName} to “${courseTitle}”`,
    failure: adminMessages.accessFailed,
    record: ({ args: { courseId, userId } }) => `access/${courseId}/${userId}`,
    rows: ({ courseId, userId }) => [`course/${courseId}`, `access/${courseId}/${userId}`],
    screen: ({ codeId, userId }): CommandScreen =>
      codeId === null ? { name: 'person', userId } : { name: 'codes' },
    afterRestore: onlyByDecision,
  },
);

const verbOf = (revoked: boolean): string => (revoked ? 'Revoke' : 'Restore');
