/** Bytes without two equal neighbouring chunks. */
export function bytesOf(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  for (let at = 0; at < sizeBytes; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17) % 251;
  return bytes;
}
