import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** As stored in the row of a file. */
export interface Measured {
  readonly sizeBytes: number;
  /** SHA-256 in base64url. */
  readonly digest: string;
}

/** Size and digest of a local file's bytes. */
export const measureFile = (path: string): Promise<Measured> => measureBytes(createReadStream(path));

/** Size and digest of all bytes of a source. */
export async function measureBytes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Measured> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, digest: hash.digest('base64url') };
}
