import type { ByteSource } from './byte-source.ts';

/** Reads a part of a source at once. Returns the source, whose reads within that part need no further one. */
export async function prefetch(source: ByteSource, begin: number, length: number): Promise<ByteSource> {
  const part = await source.read(begin, Math.min(length, source.sizeBytes - begin));
  return {
    sizeBytes: source.sizeBytes,
    read: async (offset, wanted) => {
      const at = offset - begin;
      const isInside = at >= 0 && at + wanted <= part.length;
      return isInside ? part.subarray(at, at + wanted) : source.read(offset, wanted);
    },
  };
}
