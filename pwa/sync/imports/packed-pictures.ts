import { dataUri } from '#interchange/course-file/embedded-pictures.ts';

/**
 * The data URIs of pictures by digest, each as the text of a blob: the worker writes them, as that takes long, and
 * blobs reach the page without their bytes, which the browser can store on its disk.
 */
export type PackedPictures = ReadonlyMap<string, Blob>;

/** Packs the pictures of a course by digest. */
export function packPictures(
  pictures: ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array }>,
): PackedPictures {
  return new Map([...pictures].map(([digest, picture]) => [digest, new Blob([dataUri(picture)])]));
}

/** Returns the data URIs of pictures, by digest. */
export async function unpackPictures(packed: PackedPictures): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  for (const [digest, blob] of packed) pictures.set(digest, await blob.text());
  return pictures;
}
