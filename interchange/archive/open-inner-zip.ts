import type { ByteSource } from './byte-source.ts';
import type { FileTree, TreeFile } from './file-tree.ts';
import { openZip } from './open-zip.ts';
import { unpackLimits } from './unpack-limits.ts';

/** Opens a zip that is a file of an archive, within the same limits. Throws ImportError. */
export function openInnerZip(file: TreeFile): Promise<FileTree> {
  let latest: WeakRef<Uint8Array<ArrayBuffer>> | undefined;
  /** A backup may have hundreds of zips: their bytes are in memory only while they are read. */
  const readAll = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = latest?.deref() ?? (await file.readBytes());
    latest = new WeakRef(bytes);
    return bytes;
  };
  const source: ByteSource = {
    sizeBytes: file.sizeBytes,
    read: async (offset, length) => (await readAll()).subarray(offset, offset + length),
  };
  return openZip(source, unpackLimits);
}
