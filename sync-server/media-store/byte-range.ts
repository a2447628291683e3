/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the part of `sizeBytes` bytes that a Range header requests. Null: the whole (no header, several
 * ranges, or an unsupported one, which RFC 9110 14.2 lets a server ignore). 'unsatisfiable': beyond the end.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return null;
  if (from === '') return suffixRange(Number(to), sizeBytes);
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= sizeBytes ? 'unsatisfiable' : { first, last };
}

function suffixRange(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { first: Math.max(0, sizeBytes - length), last: sizeBytes - 1 };
}
