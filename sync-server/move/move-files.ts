import { measureStored } from '../media-store/measure-stored.ts';
import type { FileStore, StoredPlace } from '../media-store/media-store.ts';

const PLACES: readonly StoredPlace[] = ['media', 'thumbnails'];

interface FileMove {
  readonly from: FileStore;
  readonly to: FileStore;
  /** Called after each file with the number of files so far. */
  readonly onProgress: (done: number) => void;
}

/**
 * Copies all stored files from one store to another and compares the bytes of each. Files that the other store has, from
 * a move that was interrupted, are compared and not copied again. Returns the number of files; throws when the bytes of
 * one differ. Uploads in progress are not moved: devices begin them again.
 */
export async function moveFiles({ from, to, onProgress }: FileMove): Promise<number> {
  let done = 0;
  for (const place of PLACES)
    for await (const names of from.list(place))
      for (const name of names) {
        await moveFile(from, to, `${place}/${name}`);
        done += 1;
        onProgress(done);
      }
  return done;
}

async function moveFile(from: FileStore, to: FileStore, name: string): Promise<void> {
  const size = (await from.findFile(name))?.sizeBytes;
  if ((await to.findFile(name))?.sizeBytes !== size)
    await from.withLocalFile(name, (path) => to.copyIn(name, path));
  const [source, copy] = [await measureStored(from, name), await measureStored(to, name)];
  if (source?.digest !== copy?.digest)
    throw new Error(
      `the file ${name} has other bytes in the new store. Delete it there, and run the command again`,
    );
}
