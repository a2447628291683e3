import type { StoredBytes } from './platform-streams.ts';

/** Bytes that are read in parts, such as those of a chosen file. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** A part of a file of the device as a MIME type, without a copy of its bytes. Sources that are unpacked have none. */
  slice?(offset: number, length: number, type: string): StoredBytes;
}
