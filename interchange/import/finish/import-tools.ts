import type { StoredBytes } from '#interchange/archive/platform-streams.ts';
import type { EmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';

/** A picture as lessons contain it. `stored`: where the same bytes already are on the device. */
export type Picture = Pick<EmbeddedPicture, 'type' | 'bytes'> & { readonly stored?: StoredBytes | null };

/**
 * Returns a picture with at most so many pixels on its longest side, in a type that lessons have; the picture itself
 * where that needs no change, null if it cannot be decoded.
 */
export type ShrinkPicture = (picture: Picture, longestSidePx: number) => Promise<Picture | null>;

/** Operations on bytes that the importing side provides; the room itself stores nothing. */
export interface ImportTools {
  readonly shrinkPicture: ShrinkPicture;
  /** Stores a picture of a text until the course is imported, and returns the SHA-256 of its bytes in hex. */
  storePicture(picture: Picture): Promise<string>;
  /**
   * Stores the bytes of a video, a PDF or a picture of a course until it is imported, and returns their SHA-256 in hex.
   * Nothing is copied where `stored` is known: the same bytes as they already are on the device.
   */
  storeFile(bytes: Uint8Array<ArrayBuffer>, type: string, stored?: StoredBytes | null): Promise<string>;
  /** Called after each lesson. */
  onProgress(done: number, total: number): void;
}
