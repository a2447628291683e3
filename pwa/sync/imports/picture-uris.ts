import { dataUri } from '#interchange/course-file/embedded-pictures.ts';
import { readBlob } from './read-blob.ts';
import type { ImportedFile } from './read-result.ts';

/** Returns the data URI of a picture by its digest; null for one that is not there. */
export type FindPicture = (digest: string) => Promise<string | null>;

/**
 * The data URIs of pictures. Each is made when its text is: all of them together are as long as the course.
 *
 * @throws {UserFacingError} if a picture can no longer be read, as it is a part of the chosen file
 */
export const findPictureIn =
  (pictures: ReadonlyMap<string, ImportedFile>): FindPicture =>
  async (digest) => {
    const picture = pictures.get(digest);
    if (picture === undefined) return null;
    return dataUri({ type: picture.type, bytes: await readBlob(picture.bytes) });
  };
