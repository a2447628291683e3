/*
 * How a kept file lies in Cache Storage. Under its address lies its entry: headers and no bytes. The bytes lie
 * in chunks beside it, so that a download that was cut off goes on where it was, and the worker reads of a
 * film only what is played. An entry of older days has the whole file as its body.
 */

/** What a player or reader needs to know, and what binds the file to its own rules. */
export const KEPT_HEADERS = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'ETag'];

const DIGEST_HEADER = 'Repr-Digest';
const SIZE_HEADER = 'Kept-Size';
const CHUNK_HEADER = 'Kept-Chunk-Bytes';
const WHOLE_HEADER = 'Kept-Whole';

export interface KeptEntry {
  readonly sizeBytes: number;
  /** Every chunk but the last has so many bytes. While a file is on its way, its last chunk may grow. */
  readonly chunkBytes: number;
  /** All chunks came and were found to be what the server said. */
  readonly isWhole: boolean;
  /** Of the server's reply, as far as they are worth keeping. */
  readonly headers: Headers;
}

/** The entry as it is stored. */
export function writeEntry({ sizeBytes, chunkBytes, isWhole, headers }: KeptEntry): Response {
  const stored = new Headers(headers);
  stored.set(SIZE_HEADER, String(sizeBytes));
  stored.set(CHUNK_HEADER, String(chunkBytes));
  if (isWhole) stored.set(WHOLE_HEADER, 'yes');
  return new Response(null, { headers: stored });
}

/** Reads a stored entry; null for one of older days, whose body is the file. */
export function readEntry(stored: Response): KeptEntry | null {
  const sizeBytes = Number(stored.headers.get(SIZE_HEADER) ?? Number.NaN);
  const chunkBytes = Number(stored.headers.get(CHUNK_HEADER) ?? Number.NaN);
  if (!Number.isSafeInteger(sizeBytes) || !(chunkBytes > 0)) return null;
  const isWhole = stored.headers.has(WHOLE_HEADER);
  return { sizeBytes, chunkBytes, isWhole, headers: headersToKeep(stored.headers) };
}

/** What is kept of a reply's headers. */
export function headersToKeep(reply: Headers): Headers {
  const headers = new Headers();
  for (const name of [...KEPT_HEADERS, DIGEST_HEADER]) {
    const value = reply.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** SHA-256 of the whole file in base64, as `Repr-Digest` tells it (RFC 9530); null where it does not. */
export function digestOf(headers: Headers): string | null {
  return /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers.get(DIGEST_HEADER) ?? '')?.[1] ?? null;
}

export function chunkCount({ sizeBytes, chunkBytes }: Pick<KeptEntry, 'sizeBytes' | 'chunkBytes'>): number {
  return Math.ceil(sizeBytes / chunkBytes);
}
