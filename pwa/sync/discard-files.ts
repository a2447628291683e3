import { messages } from '#schema/messages.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { UploadRow } from '../store/upload-rows.ts';
import { uploadIdOf } from './held.ts';

/** How long the bytes of a discarded file stay, so that the discarding can be undone. */
const KEPT_MS = 3_600_000;

/** Stops the files of commands that were discarded; for use inside a transaction over the uploads. */
export async function discardFiles(store: PrivateStore, rows: readonly OutboxRow[]): Promise<void> {
  const uploads = await store.uploads.bulkGet(rows.flatMap(({ command }) => uploadIdOf(command) ?? []));
  const found = uploads.filter((upload) => upload !== undefined);
  const touchedAt = new Date().toISOString();
  await store.uploads.bulkPut(found.map((upload) => ({ ...upload, state: 'discarded', touchedAt })));
}

/** Whether a file whose command is gone can still come back. */
export function canComeBack({ state, touchedAt }: UploadRow): boolean {
  return state === 'discarded' && Date.now() - Date.parse(touchedAt) < KEPT_MS;
}

/**
 * Lets the files of commands that are back go on where they stopped. A command whose file has left this
 * device meanwhile, because another was chosen in its place, is refused with the reason; for use inside a
 * transaction over the outbox and the uploads.
 */
export async function bringFilesBack(store: PrivateStore, rows: readonly OutboxRow[]): Promise<void> {
  for (const row of rows) {
    const uploadId = uploadIdOf(row.command);
    if (uploadId === null) continue;
    const upload = await store.uploads.get(uploadId);
    if (upload === undefined) {
      await store.outbox.put({ ...row, state: 'refused', lastProblem: messages.fileLost });
    } else if (upload.state === 'discarded') {
      const fresh = { state: 'waiting', problem: null, attempts: 0, nextAttemptAt: null } as const;
      await store.uploads.put({ ...upload, ...fresh });
    }
  }
}
