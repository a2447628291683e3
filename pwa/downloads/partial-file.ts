import { headersToKeep, type KeptEntry, readEntry } from './kept-entry.ts';
import type { Shelf } from './media-cache.ts';

/**
 * One chunk is one request and one entry in the cache: large enough that a film is not hundreds of them, small
 * enough that what a crash costs is a second or two.
 */
export const CHUNK_BYTES = 1024 * 1024;

/**
 * A file that is on its way onto the device. Its bytes are written in order: a full chunk at once, one that
 * still grows when {@link flush} says so, and then once more when it is full. So the bytes that are here
 * always reach from the beginning to one place without a gap, however often it was cut off.
 */
export class PartialFile {
  readonly shelf: Shelf;
  entry: KeptEntry | null = null;
  private chunks = 0;
  /** Of the chunk that still grows. */
  private open: BlobPart[] = [];
  private openBytes = 0;
  private isFlushed = true;

  private constructor(shelf: Shelf) {
    this.shelf = shelf;
  }

  /** What is here of a file of this size; of another size it is another file, and begun anew. */
  static async find(shelf: Shelf, sizeBytes: number): Promise<PartialFile> {
    const file = new PartialFile(shelf);
    const stored = await shelf.match();
    if (stored === undefined) return file;
    const entry = readEntry(stored);
    if (entry === null || entry.sizeBytes !== sizeBytes || entry.chunkBytes !== CHUNK_BYTES) {
      await shelf.remove();
      return file;
    }
    file.entry = entry;
    await file.countChunks();
    return file;
  }

  get receivedBytes(): number {
    return this.chunks * CHUNK_BYTES + this.openBytes;
  }

  get etag(): string | null {
    return this.entry?.headers.get('ETag') ?? null;
  }

  /** Begins, or begins anew: nothing is here. */
  async begin(reply: Headers, sizeBytes: number): Promise<void> {
    await this.shelf.remove();
    this.chunks = 0;
    this.startChunk(null);
    this.entry = { sizeBytes, chunkBytes: CHUNK_BYTES, isWhole: false, headers: headersToKeep(reply) };
    await this.shelf.putEntry(this.entry);
  }

  async add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let at = 0; at < bytes.byteLength; ) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - this.openBytes);
      this.open.push(part);
      this.openBytes += part.byteLength;
      this.isFlushed = false;
      at += part.byteLength;
      if (this.openBytes < CHUNK_BYTES) continue;
      await this.flush();
      this.chunks += 1;
      this.startChunk(null);
    }
  }

  /** Writes down what has come of the last chunk. */
  async flush(): Promise<void> {
    if (this.isFlushed) return;
    await this.shelf.putChunk(this.chunks, new Blob(this.open));
    this.isFlushed = true;
  }

  /** Every byte is here and was looked at: from now on the worker gives it out. */
  async finish(): Promise<void> {
    if (this.entry !== null) await this.shelf.putEntry({ ...this.entry, isWhole: true });
  }

  private async countChunks(): Promise<void> {
    for (;;) {
      const chunk = await this.shelf.readChunk(this.chunks);
      if (chunk === null || chunk.size < CHUNK_BYTES) {
        this.startChunk(chunk);
        return;
      }
      this.chunks += 1;
    }
  }

  private startChunk(begun: Blob | null): void {
    this.open = begun === null ? [] : [begun];
    this.openBytes = begun?.size ?? 0;
    this.isFlushed = true;
  }
}
