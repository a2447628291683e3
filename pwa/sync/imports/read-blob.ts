import { UserFacingError } from '#schema/messages/user-facing-error.ts';

const CHANGED =
  'The file was changed, moved or deleted after it was chosen. Nothing was imported. Choose it again.';

/**
 * Reads a part of a chosen file.
 *
 * @throws {UserFacingError} if the file was changed, moved or deleted since it was chosen
 */
export async function readBlob(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    throw new UserFacingError(CHANGED);
  }
}

/**
 * Reads a byte of each part.
 *
 * @throws {UserFacingError} as {@link readBlob}
 */
export async function requireReadable(parts: Iterable<Blob>): Promise<void> {
  for (const part of parts) await readBlob(part.slice(0, 1));
}
