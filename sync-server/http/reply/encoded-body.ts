import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
export type Encoding = 'identity' | 'br' | 'gzip';

const BROTLI_QUALITY = 6;
/** Below this size the body fits into one packet anyway. */
const COMPRESSED_MIN_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** One body in the encodings that clients accept, each compressed at most once, at its first use. */
export class EncodedBody {
  readonly identity: Bytes;
  readonly #digest: string;
  readonly #encoded = new Map<Encoding, Promise<Bytes>>();

  /**
   * `ready` holds existing encodings, such as precompressed files. `version`, where the body shows one
   * editable row, is the prefix of its tags, so they work for If-Match too.
   */
  constructor(identity: Bytes, ready: Partial<Record<Encoding, Bytes>> = {}, version?: number) {
    this.identity = identity;
    const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
    this.#digest = version === undefined ? digest : `${version}-${digest}`;
    this.#encoded.set('identity', Promise.resolve(identity));
    if (ready.br) this.#encoded.set('br', Promise.resolve(ready.br));
    if (ready.gzip) this.#encoded.set('gzip', Promise.resolve(ready.gzip));
  }

  /** The strong entity tag of one encoding; different bytes have different tags. */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`;
  }

  get etags(): readonly string[] {
    return [this.etag('identity'), this.etag('br'), this.etag('gzip')];
  }

  /** Returns the best encoding for an Accept-Encoding header; small bodies are not compressed. */
  chooseEncoding(acceptEncoding: string | undefined): Encoding {
    if (acceptEncoding === undefined || this.identity.byteLength < COMPRESSED_MIN_BYTES) return 'identity';
    if (accepts(acceptEncoding, 'br')) return 'br';
    return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
  }

  bytes(encoding: Encoding): Promise<Bytes> {
    const existing = this.#encoded.get(encoding);
    if (existing !== undefined) return existing;
    const compressed = encoding === 'br' ? brotli(this.identity) : gzipped(this.identity);
    this.#encoded.set(encoding, compressed);
    return compressed;
  }
}

/** Whether the header names the coding without `q=0` (RFC 9110 12.5.3). */
function accepts(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((item) => item.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

async function brotli(bytes: Bytes): Promise<Bytes> {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return new Uint8Array(await toBrotli(bytes, { params }));
}

async function gzipped(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await toGzip(bytes));
}
