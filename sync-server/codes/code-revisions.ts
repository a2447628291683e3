import type { RevisionFields, RevisionKind } from '#schema/editor/history.ts';
import type { Trx } from '../db/transaction.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandCall } from '../http/endpoint-routes.ts';

/** The batch of a change, or the code or user that it is about. */
interface Changed {
  readonly id: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly version?: number;
  /** Of a batch. */
  readonly name?: string;
}

interface Step {
  readonly kind: RevisionKind;
  readonly before?: RevisionFields;
  readonly after: RevisionFields;
}

/** Adds a change of codes to the history, which contains ids and the name of the batch, never a code. */
export async function recordCodeRevision(
  trx: Trx,
  call: CommandCall<unknown>,
  { id, courseId, courseTitle, version, name }: Changed,
  { kind, before = {}, after }: Step,
): Promise<void> {
  await insertRevision(trx, auditStampOf(call), {
    ...{
      kind,
      entity: 'codes',
      entityId: id,
      courseId,
      title: courseTitle,
      version: version ?? null,
      before,
    },
    after: name === undefined ? after : { ...after, batch: name },
  });
}
