import type { EmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';

/** A picture as lessons contain it. */
export type Picture = Pick<EmbeddedPicture, 'type' | 'bytes'>;

/**
 * Returns a picture with at most so many pixels on its longest side, in a type that lessons have; the picture itself
 * where that needs no change, null if it cannot be decoded.
 */
export type ShrinkPicture = (picture: Picture, longestSidePx: number) => Promise<Picture | null>;

/** Operations on bytes that the importing side provides; the room itself stores nothing. */
export interface ImportTools {
  readonly shrinkPicture: ShrinkPicture;
  /** Returns the SHA-256 of bytes in hex. */
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Stores the bytes of a video, a PDF or a picture of a course until it is sent, and returns their SHA-256 in hex. */
  storeFile(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string>;
  /** Called after each lesson. */
  onProgress(done: number, total: number): void;
}
