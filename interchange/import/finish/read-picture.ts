import { findStored } from '#interchange/archive/file-tree.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { findEmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';
import { LESSON_PICTURE_SOURCE_MAX_BYTES } from '#schema/limits.ts';
import { reasons } from '../import-report.ts';
import { decodePercent } from '../paths.ts';
import { fileTypeOf } from './file-type.ts';
import type { Picture } from './import-tools.ts';
import type { Target } from './resolve-address.ts';

/** What the address of a picture leads to, and what is to be reported about it. */
export type ReadPicture =
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
  return { picture: { type: type.type, bytes, stored: await findStored(file, type.type) } };
}

function readEmbedded(uri: string): ReadPicture {
  const bytes = bytesOfDataUri(uri);
  const type = bytes === null ? null : fileTypeOf(bytes);
  if (bytes === null || type?.kind !== 'picture') return { outcome: 'leftOut', reason: reasons.undecodable };
  return { picture: { type: type.type, bytes } };
}

const DATA_URI = /^data:image\/[^,]{0,200}?(;\s*base64)?\s*,(.*)$/is;

/** The bytes of a picture in any notation of data URIs; null for any other address. */
function bytesOfDataUri(uri: string): Uint8Array<ArrayBuffer> | null {
  const [, isBase64, data] = DATA_URI.exec(uri) ?? [];
  if (data === undefined) return null;
  if (isBase64 === undefined) return new Uint8Array(encodeText(decodePercent(data)));
  const base64 = decodePercent(data).replace(/[\s=]+/g, '');
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  return findEmbeddedPicture(`data:image/png;base64,${padded}`)?.bytes ?? null;
}
