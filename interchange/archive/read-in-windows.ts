import type { ByteSource } from './byte-source.ts';

const WINDOW_BYTES = 256 * 1024;
/** Larger parts are read by themselves. */
const SMALL_BYTES = 32 * 1024;

/**
 * The same source. A small part is read together with those that follow it: archives have thousands of small files side
 * by side, and each read of a chosen file takes about a millisecond, however short it is.
 */
export function readInWindows(source: ByteSource): ByteSource {
  let begin = 0;
  let window = new Uint8Array();
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (length > SMALL_BYTES) return source.read(offset, length);
    if (offset < begin || offset + length > begin + window.length) {
      const wanted = Math.min(Math.max(WINDOW_BYTES, length), source.sizeBytes - offset);
      if (wanted < length) return source.read(offset, length);
      window = await source.read(offset, wanted);
      begin = offset;
    }
    return window.subarray(offset - begin, offset - begin + length);
  };
  return { ...source, read };
}
