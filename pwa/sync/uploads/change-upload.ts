import { cancelUpload } from '#pwa/api/tus.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { uploadIdOf } from '../outbox/held.ts';
import { changeOutboxHere } from '../outbox/outbox.ts';
import { isOpen } from '../outbox/outbox-rows.ts';
import { findIdentity } from '../status/identity.ts';

/** Cancels an upload, whichever tab sends it. The server discards what it has after two days. */
export async function pauseUpload(uploadId: string): Promise<void> {
  await changeState(uploadId, 'paused');
}

/** Resumes a paused upload. */
export async function resumeUpload(uploadId: string): Promise<void> {
  await changeState(uploadId, 'waiting');
}

function changeState(uploadId: string, state: 'paused' | 'waiting'): Promise<void> {
  return changeOutboxHere((store) =>
    write(store, [store.uploads], async (tx) => {
      const row = await tx.uploads.get(uploadId);
      const isMoving = row?.state === 'waiting' || row?.state === 'sending';
      if (row === undefined || !(state === 'paused' ? isMoving : row.state === 'paused')) return;
      await tx.uploads.put({ ...row, state, attempts: 0, nextAttemptAt: null, problem: null });
    }),
  );
}

/**
 * Removes an upload, with its commands and its bytes, at the user's request. Returns false if it is too late because one
 * of them has already been sent.
 */
export async function dropUpload(uploadId: string): Promise<boolean> {
  const isDropped = await changeOutboxHere((store) =>
    write(store, [store.uploads, store.uploadBytes, store.outbox], async (tx) => {
      const unsent = await listUnsent(tx);
      const rows = unsent.filter(({ command }) => uploadIdOf(command) === uploadId);
      if (rows.some((row) => !isOpen(row) && row.state !== 'refused')) return false;
      await tx.outbox.bulkDelete(rows.map(({ order }) => order));
      await tx.uploads.delete(uploadId);
      await tx.uploadBytes.delete(uploadId);
      return true;
    }),
  );
  const token = findIdentity()?.token;
  // Optional: the server removes unfinished uploads anyway.
  if (isDropped && token !== undefined) {
    void cancelUpload(uploadId, { token, signal: new AbortController().signal });
  }
  return isDropped;
}
