/** Bytes that are read in parts, such as those of a chosen file. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}
