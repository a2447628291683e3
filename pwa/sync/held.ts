import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';

/** Ids of the commands that wait for their file; for use inside a transaction over the outbox and the uploads. */
export async function findHeld(
  store: PrivateStore,
  rows: readonly OutboxRow[],
): Promise<ReadonlySet<string>> {
  const files = rows.flatMap(({ id, command }) => {
    const args: object = command.args;
    return 'uploadId' in args && typeof args.uploadId === 'string' ? [{ id, uploadId: args.uploadId }] : [];
  });
  if (files.length === 0) return new Set();
  const uploads = await store.uploads.bulkGet(files.map(({ uploadId }) => uploadId));
  return new Set(
    files.filter((_, at) => uploads[at] !== undefined && uploads[at].state !== 'arrived').map(({ id }) => id),
  );
}
