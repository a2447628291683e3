const SMALLEST_BYTES = 64 * 1024;
const FIRST_BYTES = 256 * 1024;
const LARGEST_BYTES = 4 * 1024 * 1024;
/** After a piece that took less, the next may be twice as large. */
const QUICK_MS = 2_000;

let current = FIRST_BYTES;

/**
 * The size of an upload's next piece: small on an unstable connection, so little is sent twice; large on a
 * fast one, so little time is spent on round trips.
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
