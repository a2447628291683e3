import type { Reader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import type { ByteSource } from './byte-source.ts';

/** A source as the library reads it: in parts only, as it lists the entries and reads none. */
export const directoryReader = (source: ByteSource): Reader<unknown> => ({
  size: source.sizeBytes,
  readUint8Array: (index, length) => source.read(index, length),
  get readable(): never {
    throw new Error('A source is read in parts');
  },
  createReadable: () => {
    throw new Error('A source is read in parts');
  },
});
