import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { read } from '#pwa/store/database/access.ts';
import type { PrivateStore, Reader } from '#pwa/store/database/private-store.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { ownRow } from '../commands/command-target.ts';

/**
 * Returns the ids of the commands that the user has paused, or that wait for their file, or for an earlier file of the
 * same target: a later choice must not overtake it. For use inside a transaction over the outbox and the uploads.
 *
 * @param rows unsent, in the order of entry
 */
export async function findHeld(store: Reader, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  const files = rows.flatMap((row) => {
    const uploadId = uploadIdOf(row.command);
    return uploadId === null ? [] : [{ row, uploadId, place: ownRow(row.command) }];
  });
  const paused = rows.filter(({ isPaused }) => isPaused).map(({ id }) => id);
  if (files.length === 0) return new Set(paused);
  const uploads = await store.uploads.bulkGet(files.map(({ uploadId }) => uploadId));
  const held = files.filter(({ place }, at) => {
    const upload = uploads[at];
    const isOnItsWay = upload !== undefined && upload.state !== 'arrived';
    const hasEarlierFile = files
      .slice(0, at)
      .some((one) => one.place === place && one.row.state !== 'refused');
    return isOnItsWay || hasEarlierFile;
  });
  return new Set([...paused, ...held.map(({ row }) => row.id)]);
}

/** Returns the upload that a command attaches; null for every other command. */
export function uploadIdOf({ args }: Command): string | null {
  return 'uploadId' in args ? args.uploadId : null;
}

/** As {@link findHeld}, outside of any transaction. */
export function findHeldInStore(
  store: PrivateStore,
  rows: readonly OutboxRow[],
): Promise<ReadonlySet<string>> {
  return read(store, () => findHeld(store, rows));
}
