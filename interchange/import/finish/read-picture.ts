import { findEmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';
import { LESSON_PICTURE_SOURCE_MAX_BYTES } from '#schema/limits.ts';
import { reasons } from '../import-report.ts';
import type { Picture } from './embed-pictures.ts';
import { fileTypeOf } from './file-type.ts';
import type { Target } from './resolve-address.ts';

/** What the address of a picture leads to, and what is to be reported about it. */
type ReadPicture =
  | { readonly picture: Picture }
  | { readonly url: string; readonly outcome: 'simplified'; readonly reason: string }
  | { readonly outcome: 'leftOut' | 'missing'; readonly reason: string };

/** Reads the picture at a resolved address. */
export async function readPicture(target: Target): Promise<ReadPicture> {
  if (target.kind === 'web') return { url: target.url, outcome: 'simplified', reason: reasons.remotePicture };
  if (target.kind === 'missing') return { outcome: 'missing', reason: reasons.notInFile(target.name) };
  if (target.kind === 'data') return readEmbedded(target.uri);
  if (target.kind !== 'file') return { outcome: 'leftOut', reason: reasons.undecodable };
  const { file } = target;
  if (file.sizeBytes > LESSON_PICTURE_SOURCE_MAX_BYTES)
    return { outcome: 'leftOut', reason: reasons.pictureTooLarge };
  const bytes = await file.readBytes();
  const type = fileTypeOf(bytes);
  if (type?.kind !== 'picture') return { outcome: 'leftOut', reason: reasons.undecodable };
  return { picture: { type: type.type, bytes } };
}

function readEmbedded(uri: string): ReadPicture {
  const embedded = findEmbeddedPicture(uri.replace(/\s+/g, ''));
  if (embedded === null) return { outcome: 'leftOut', reason: reasons.undecodable };
  return { picture: { type: embedded.type, bytes: embedded.bytes } };
}
