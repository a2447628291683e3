import { type OutboxRow, unsentRows } from '#pwa/store/account/outbox.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { uploadIdOf } from './held.ts';

/** How long the bytes of a discarded file are stored, so discarding can be undone. */
const UNDO_MS = 3_600_000;

/**
 * Stops the uploads of discarded commands that no other command attaches; for use inside a transaction over the outbox,
 * which they have left, and the uploads.
 */
export async function discardFiles(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  const discarded = new Set(rows.flatMap(({ command }) => uploadIdOf(command) ?? []));
  if (discarded.size === 0) return;
  const wanted = new Set((await unsentRows(tx).toArray()).map(({ command }) => uploadIdOf(command)));
  const uploads = await tx.uploads.bulkGet([...discarded].filter((uploadId) => !wanted.has(uploadId)));
  const found = uploads.filter((upload) => upload !== undefined);
  const touchedAt = new Date().toISOString();
  await tx.uploads.bulkPut(found.map((upload) => ({ ...upload, state: 'discarded', touchedAt })));
}

/** Whether the upload of a discarded command can still be restored. */
export function canBeUndone({ state, touchedAt }: UploadRow): boolean {
  return state === 'discarded' && Date.now() - Date.parse(touchedAt) < UNDO_MS;
}

/**
 * Refuses, with the reason, restored commands whose files are no longer on the device because others replaced
 * them; for use inside a transaction over the outbox and the uploads.
 */
export async function refuseWithoutFile(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  for (const row of rows) {
    const uploadId = uploadIdOf(row.command);
    if (uploadId === null || (await tx.uploads.get(uploadId)) !== undefined) continue;
    await tx.outbox.put({ ...row, state: 'refused', lastProblem: adminMessages.fileLost });
  }
}
