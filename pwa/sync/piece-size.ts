const SMALLEST_BYTES = 64 * 1024;
const FIRST_BYTES = 256 * 1024;
const LARGEST_BYTES = 4 * 1024 * 1024;
/** A piece that took less may be followed by one twice as large. */
const QUICK_MS = 2_000;

let current = FIRST_BYTES;

/**
 * How large the next piece of an upload is: small on a line that breaks, so that little is sent twice, large
 * on a quick one, so that little time is spent on asking.
 */
export function pieceBytes(): number {
  return current;
}

/** A piece arrived within this time. */
export function growPiece(tookMs: number): void {
  if (tookMs < QUICK_MS) current = Math.min(LARGEST_BYTES, current * 2);
}

/** A piece did not arrive. */
export function shrinkPiece(): void {
  current = Math.max(SMALLEST_BYTES, current / 4);
}
