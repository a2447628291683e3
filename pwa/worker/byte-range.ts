/** Bytes `start` to `end`, both included, as Content-Range counts them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the range that a Range header selects of a body of `sizeBytes` (RFC 9110, section 14). 'whole' if
 * the header is absent or of a kind that a server may ignore: another unit, several ranges, or malformed. An
 * end beyond the body is cut to it, because players and PDF readers request round numbers.
 */
export function resolveRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? 'whole' : suffixRange(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (end < start) return 'whole';
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: Math.min(end, sizeBytes - 1) };
}

function suffixRange(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 };
}
