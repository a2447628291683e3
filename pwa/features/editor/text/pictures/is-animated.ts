import type { Picture } from '#interchange/import/finish/import-tools.ts';

/** What the head of an animated picture contains: the loop of GIF, the animation chunks of PNG and WebP. */
const MARKS: Readonly<Record<string, string>> = {
  'image/gif': 'NETSCAPE2.0',
  'image/png': 'acTL',
  'image/webp': 'ANIM',
};
const HEAD_BYTES = 4_096;

/** Whether a picture moves. */
export function isAnimated({ type, bytes }: Picture): boolean {
  const mark = MARKS[type];
  return mark !== undefined && String.fromCharCode(...bytes.subarray(0, HEAD_BYTES)).includes(mark);
}
