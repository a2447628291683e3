/*
 * The format of downloaded files in Cache Storage. A file's address has its entry: headers and no bytes. The
 * bytes are in chunks beside it, so an interrupted download can resume, and the worker reads only the parts
 * of a video that are played.
 */

/** The headers that a player or reader needs, and those that restrict the file. */
export const CACHED_HEADERS = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'ETag'];

const DIGEST_HEADER = 'Repr-Digest';
const SIZE_HEADER = 'Kept-Size';
const CHUNK_HEADER = 'Kept-Chunk-Bytes';
const WHOLE_HEADER = 'Kept-Whole';

export interface CacheEntry {
  readonly sizeBytes: number;
  /** The size of every chunk but the last. During a download, its last chunk may grow. */
  readonly chunkBytes: number;
  /** All chunks are here and match the server's hash. */
  readonly isWhole: boolean;
  /** The server's headers that are worth storing. */
  readonly headers: Headers;
}

/** Returns the entry in its stored form. */
export function writeEntry({ sizeBytes, chunkBytes, isWhole, headers }: CacheEntry): Response {
  const stored = new Headers(headers);
  stored.set(SIZE_HEADER, String(sizeBytes));
  stored.set(CHUNK_HEADER, String(chunkBytes));
  if (isWhole) stored.set(WHOLE_HEADER, 'yes');
  return new Response(null, { headers: stored });
}

/** Reads a stored entry; null if it is none of this format. */
export function readEntry(stored: Response): CacheEntry | null {
  const sizeBytes = Number(stored.headers.get(SIZE_HEADER) ?? Number.NaN);
  const chunkBytes = Number(stored.headers.get(CHUNK_HEADER) ?? Number.NaN);
  if (!Number.isSafeInteger(sizeBytes) || !(chunkBytes > 0)) return null;
  const isWhole = stored.headers.has(WHOLE_HEADER);
  return { sizeBytes, chunkBytes, isWhole, headers: headersToCache(stored.headers) };
}

/** Returns the response headers to store. */
export function headersToCache(reply: Headers): Headers {
  const headers = new Headers();
  for (const name of [...CACHED_HEADERS, DIGEST_HEADER]) {
    const value = reply.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** SHA-256 of the whole file in base64, from `Repr-Digest` (RFC 9530); null without that header. */
export function digestOf(headers: Headers): string | null {
  return /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get(DIGEST_HEADER) ?? '')?.[1] ?? null;
}

export function chunkCount({ sizeBytes, chunkBytes }: Pick<CacheEntry, 'sizeBytes' | 'chunkBytes'>): number {
  return Math.ceil(sizeBytes / chunkBytes);
}
