import type { RevisionFields, RevisionKind } from '#schema/editor/history.ts';
import type { Trx } from '../db/transaction.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision, insertRevisions } from '../history/revision-queries.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';

/** The batch of a change, or the code or user that it is about. */
interface Changed {
  readonly id: string;
  readonly courseId: string;
  readonly courseTitle: string;
  readonly version?: number;
  /** The name of a batch. */
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
  changed: Changed,
  step: Step,
): Promise<void> {
  await insertRevision(trx, auditStampOf(call), revisionOf(changed, step));
}

/** Adds the access of users that one command removed from a course, a change for each of them. */
export async function recordRemovedAccess(
  trx: Trx,
  call: CommandCall<unknown>,
  course: Pick<Changed, 'courseId' | 'courseTitle'>,
  users: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const revisions = users.map(({ id, name }) =>
    revisionOf({ ...course, id }, { kind: 'update', after: { access: 'removed', user: name } }),
  );
  await insertRevisions(trx, auditStampOf(call), revisions);
}

const revisionOf = (
  { id, courseId, courseTitle, version, name }: Changed,
  { kind, before = {}, after }: Step,
) => ({
  ...{ kind, entity: 'codes' as const, entityId: id, courseId, title: courseTitle, before },
  version: version ?? null,
  after: name === undefined ? after : { ...after, batch: name },
});
