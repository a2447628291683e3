import type { ByteSource } from './byte-source.ts';

const SIGNATURE = 0x04034b50;
/** Without its name and its additional fields. */
export const LOCAL_HEADER_BYTES = 30;

/** Returns where the bytes of a zip entry begin, by its local header at `offset`; null if there is none. */
export async function findEntryBytes(source: ByteSource, offset: number): Promise<number | null> {
  const header = await source.read(offset, LOCAL_HEADER_BYTES);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length !== LOCAL_HEADER_BYTES || view.getUint32(0, true) !== SIGNATURE) return null;
  return offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}
