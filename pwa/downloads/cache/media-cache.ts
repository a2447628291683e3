import { inTime } from '#pwa/device/in-time.ts';
import { type CacheEntry, chunkCount, readEntry, writeEntry } from './cache-entry.ts';
import { cachedFileUrl, chunkUrl, mediaCacheName } from './cached-file-url.ts';

/** Reserved for the outbox and the lessons' text, which have priority over every download. */
const RESERVE_BYTES = 16 * 1024 * 1024;

/** The disk, or the browser's quota, is full. */
export class MediaFullError extends Error {
  override readonly name = 'MediaFullError';
}

/** Whether Cache Storage is available (it needs https, or loopback). */
export function hasMediaCache(): boolean {
  return 'caches' in globalThis;
}

/** One file in a user's media cache: its entry, and its chunks by number. */
export class CachedFile {
  readonly userId: string;
  readonly fileId: string;

  constructor(userId: string, fileId: string) {
    this.userId = userId;
    this.fileId = fileId;
  }

  /** Undefined if nothing of the file is here. */
  async match(): Promise<Response | undefined> {
    return this.find(cachedFileUrl(this.userId, this.fileId));
  }

  /** The bytes of a chunk; null if it is not here. */
  async readChunk(index: number): Promise<Blob | null> {
    const stored = await this.find(chunkUrl(this.userId, this.fileId, index));
    return stored === undefined ? null : inTime(stored.blob());
  }

  async putEntry(entry: CacheEntry): Promise<void> {
    await this.put(cachedFileUrl(this.userId, this.fileId), writeEntry(entry));
  }

  async putChunk(index: number, bytes: Blob): Promise<void> {
    await this.put(chunkUrl(this.userId, this.fileId, index), new Response(bytes));
  }

  /** Removes the chunks first: while any is left, the entry still has their number. */
  remove(): Promise<void> {
    return inTime(this.removeAll());
  }

  private async removeAll(): Promise<void> {
    const cache = await this.findCache();
    const stored = await cache?.match(cachedFileUrl(this.userId, this.fileId));
    if (cache === undefined || stored === undefined) return;
    const entry = readEntry(stored);
    const count = entry === null ? 0 : chunkCount(entry);
    await Promise.all(
      Array.from({ length: count }, (_, index) => cache.delete(chunkUrl(this.userId, this.fileId, index))),
    );
    await cache.delete(cachedFileUrl(this.userId, this.fileId));
  }

  private find(url: string): Promise<Response | undefined> {
    return inTime(this.findCache().then((cache) => cache?.match(url)));
  }

  /** Opening a cache creates it, so it is opened only if it exists: users without downloads have none. */
  private async findCache(): Promise<Cache | undefined> {
    const name = mediaCacheName(this.userId);
    return hasMediaCache() && (await caches.has(name)) ? caches.open(name) : undefined;
  }

  /** Stores it completely or not at all. */
  private async put(url: string, response: Response): Promise<void> {
    try {
      await inTime(caches.open(mediaCacheName(this.userId)).then((cache) => cache.put(url, response)));
    } catch (error) {
      if (!(error instanceof Error && error.name === 'QuotaExceededError')) throw error;
      throw new MediaFullError('Not enough storage on this device', { cause: error });
    }
  }
}

export async function deleteMediaCache(userId: string): Promise<void> {
  if (hasMediaCache()) await caches.delete(mediaCacheName(userId));
}

/**
 * Throws MediaFullError if so many bytes would use up the reserve; skipped in browsers that report no
 * estimate.
 */
export async function requireSpace(sizeBytes: number): Promise<void> {
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return;
  const { quota, usage } = await navigator.storage.estimate();
  if (quota === undefined || usage === undefined) return;
  if (quota - usage < sizeBytes + RESERVE_BYTES)
    throw new MediaFullError('Not enough storage on this device');
}
