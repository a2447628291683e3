import { cancelUpload } from '../api/tus.ts';
import { write } from '../store/access.ts';
import { inside } from '../store/inside.ts';
import { readUnsent } from '../store/outbox.ts';
import { uploadIdOf } from './held.ts';
import { findIdentity } from './identity.ts';
import { changeOutboxHere } from './outbox.ts';
import { isOpen } from './outbox-rows.ts';

/** Stops a file on its way, in whichever tab it is sent; what the server has stays there for two days. */
export async function pauseUpload(uploadId: string): Promise<void> {
  await changeState(uploadId, 'paused');
}

/** Lets a paused file go on where it stopped. */
export async function resumeUpload(uploadId: string): Promise<void> {
  await changeState(uploadId, 'waiting');
}

function changeState(uploadId: string, state: 'paused' | 'waiting'): Promise<void> {
  return changeOutboxHere((store) =>
    write(store, [store.uploads], async () => {
      const row = await store.uploads.get(uploadId);
      const isMoving = row?.state === 'waiting' || row?.state === 'sending';
      if (row === undefined || !(state === 'paused' ? isMoving : row.state === 'paused')) return;
      await store.uploads.put({ ...row, state, attempts: 0, nextAttemptAt: null, problem: null });
    }),
  );
}

/**
 * Takes a file back, with its command and its bytes, by the person's word. False when it is too late: the
 * command that puts it in its place has left the device.
 */
export async function dropUpload(uploadId: string): Promise<boolean> {
  const isDropped = await changeOutboxHere((store) =>
    write(store, [store.uploads, store.uploadBytes, store.outbox], async () => {
      const unsent = await inside(() => readUnsent(store));
      const row = unsent.find(({ command }) => uploadIdOf(command) === uploadId);
      if (row !== undefined && !isOpen(row) && row.state !== 'refused') return false;
      if (row !== undefined) await store.outbox.delete(row.order);
      await store.uploads.delete(uploadId);
      await store.uploadBytes.delete(uploadId);
      return true;
    }),
  );
  const token = findIdentity()?.token;
  // A courtesy: what nobody finishes is swept there by itself.
  if (isDropped && token !== undefined) {
    void cancelUpload(uploadId, { token, signal: new AbortController().signal });
  }
  return isDropped;
}
