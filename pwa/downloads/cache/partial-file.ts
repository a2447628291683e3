import { type CacheEntry, headersToCache, readEntry } from './cache-entry.ts';
import type { CachedFile } from './media-cache.ts';

/**
 * One chunk is one request and one cache entry: large enough that a video does not need hundreds, small
 * enough that a crash costs only a second or two.
 */
export const CHUNK_BYTES = 1024 * 1024;

/**
 * A file that is being downloaded. Its bytes are written in order: a full chunk at once, a growing one when
 * {@link flush} is called and again when it is full. So the stored bytes always reach from the beginning to
 * one offset without a gap, however often the download was interrupted.
 */
export class PartialFile {
  readonly cachedFile: CachedFile;
  entry: CacheEntry | null = null;
  private chunks = 0;
  /** Bytes of the growing chunk. */
  private open: BlobPart[] = [];
  private openBytes = 0;
  private isFlushed = true;

  private constructor(cachedFile: CachedFile) {
    this.cachedFile = cachedFile;
  }

  /** Returns the stored part of a file of this size; with another size it is another file and restarts. */
  static async find(cachedFile: CachedFile, sizeBytes: number): Promise<PartialFile> {
    const file = new PartialFile(cachedFile);
    const stored = await cachedFile.match();
    if (stored === undefined) return file;
    const entry = readEntry(stored);
    if (entry === null || entry.sizeBytes !== sizeBytes || entry.chunkBytes !== CHUNK_BYTES) {
      await cachedFile.remove();
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

  /** Starts, or restarts: nothing is here. */
  async begin(reply: Headers, sizeBytes: number): Promise<void> {
    await this.cachedFile.remove();
    this.chunks = 0;
    this.startChunk(null);
    this.entry = { sizeBytes, chunkBytes: CHUNK_BYTES, isWhole: false, headers: headersToCache(reply) };
    await this.cachedFile.putEntry(this.entry);
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

  /** Stores the last chunk as far as it has arrived. */
  async flush(): Promise<void> {
    if (this.isFlushed) return;
    await this.cachedFile.putChunk(this.chunks, new Blob(this.open));
    this.isFlushed = true;
  }

  /** Every byte is here and was checked: from now on the worker serves it. */
  async finish(): Promise<void> {
    if (this.entry !== null) await this.cachedFile.putEntry({ ...this.entry, isWhole: true });
  }

  private async countChunks(): Promise<void> {
    for (;;) {
      const chunk = await this.cachedFile.readChunk(this.chunks);
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
