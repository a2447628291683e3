export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an image (in px) whose longest side is at most `longest`; never enlarged, at least one pixel.
 */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
