import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'identity' | 'br' | 'gzip';

/** Below this size the body fits into one packet anyway. */
const COMPRESSED_MIN_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** From the best to the worst. */
const ENCODINGS = ['br', 'gzip'] as const;

/** Returns the best of the offered encodings for an Accept-Encoding header; small bodies are not compressed. */
export function chooseEncoding(
  acceptEncoding: string | undefined,
  sizeBytes: number,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding {
  if (acceptEncoding === undefined || sizeBytes < COMPRESSED_MIN_BYTES) return 'identity';
  return offered.find((encoding) => accepts(acceptEncoding, encoding)) ?? 'identity';
}

/** Whether the header names the coding without `q=0` (RFC 9110 12.5.3). */
function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((item) => item.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses a body outside the main thread. `brotliQuality`: from 0 to 11, the slowest. */
export async function compress(
  body: Bytes | string,
  encoding: Exclude<Encoding, 'identity'>,
  brotliQuality: number,
): Promise<Bytes> {
  if (encoding === 'gzip') return new Uint8Array(await toGzip(body));
  const params = { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality };
  return new Uint8Array(await toBrotli(body, { params }));
}
