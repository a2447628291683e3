import { CachedFile } from '../cache/media-cache.ts';
import { CHUNK_BYTES, PartialFile } from '../cache/partial-file.ts';
import { verifyReceived } from '../verify/verify-file.ts';
import type { ShareableFile } from './find-shareable-files.ts';

interface Storing {
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Throws if the user has signed out: then nothing more is stored. */
  readonly requireOwner: () => void;
}

/**
 * Stores a file whose bytes were verified, in chunks, as a download does. What an interrupted download or an earlier
 * attempt has of the same bytes stays; the file counts as here only when all of it is. Returns false when it was
 * stopped or the stored bytes are not those of the file. Throws MediaFullError, and rejects when the bytes cannot be
 * read any more.
 */
export async function storeTakenFile(
  bytes: Blob,
  { file, headers }: ShareableFile,
  storing: Storing,
): Promise<boolean> {
  const cachedFile = new CachedFile(storing.userId, file.fileId);
  const part = await PartialFile.find(cachedFile, bytes.size);
  if (part.entry === null || part.etag !== headers.get('ETag')) {
    storing.requireOwner();
    await part.begin(headers, bytes.size);
  }
  while (part.receivedBytes < bytes.size) {
    if (storing.signal.aborted) return false;
    const from = part.receivedBytes;
    const piece = await bytes.slice(from, from + CHUNK_BYTES).arrayBuffer();
    storing.requireOwner();
    await part.add(new Uint8Array(piece));
  }
  await part.flush();
  const isDamaged = part.entry === null || (await verifyReceived(cachedFile, part.entry)).isDamaged;
  storing.requireOwner();
  if (isDamaged) await cachedFile.remove();
  else await part.finish();
  return !isDamaged;
}
