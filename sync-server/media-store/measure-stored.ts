import { type Measured, measureBytes } from './measure-file.ts';
import type { FileStore } from './media-store.ts';

/** Size and digest of a stored file, by reading all of it; null when there is none. */
export async function measureStored(files: FileStore, name: string): Promise<Measured | null> {
  const found = await files.findFile(name);
  if (found === null) return null;
  return measureBytes(await files.read(name, { first: 0, last: found.sizeBytes - 1 }));
}
