import { createHash, type Hash } from 'node:crypto';
import { chooseEncoding, compress, type Encoding } from './compression.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Slow, because the bytes are served many times. */
const BROTLI_QUALITY = 6;

/** A body that is sent many times. */
export interface ReadyBody {
  /** Without compression. */
  readonly byteLength: number;
  /** The entity tags of the body, one for each encoding. */
  readonly etags: readonly string[];
  /** The strong entity tag of one encoding; different bytes have different tags. */
  etag(encoding: Encoding): string;
  /** Returns the best encoding for an Accept-Encoding header; small bodies are not compressed. */
  chooseEncoding(acceptEncoding: string | undefined): Encoding;
  bytes(encoding: Encoding): Promise<Bytes>;
}

/** One body in the encodings that clients accept, each compressed at most once, at its first use. */
export class EncodedBody implements ReadyBody {
  readonly identity: Bytes;
  readonly #digest: string;
  readonly #encoded = new Map<Encoding, Promise<Bytes>>();

  /**
   * `ready` holds existing encodings, such as precompressed files. `version`, where the body shows one
   * editable row, is the prefix of its tags, so they work for If-Match too. `hash` is the SHA-256 of the bytes, if it
   * is known already.
   */
  constructor(
    identity: Bytes,
    ready: Partial<Record<Encoding, Bytes>> = {},
    version?: number,
    hash: Hash = createHash('sha256').update(identity),
  ) {
    this.identity = identity;
    const digest = hash.digest('base64url').slice(0, 27);
    this.#digest = version === undefined ? digest : `${version}-${digest}`;
    this.#encoded.set('identity', Promise.resolve(identity));
    if (ready.br) this.#encoded.set('br', Promise.resolve(ready.br));
    if (ready.gzip) this.#encoded.set('gzip', Promise.resolve(ready.gzip));
  }

  get byteLength(): number {
    return this.identity.byteLength;
  }

  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`;
  }

  get etags(): readonly string[] {
    return [this.etag('identity'), this.etag('br'), this.etag('gzip')];
  }

  chooseEncoding(acceptEncoding: string | undefined): Encoding {
    return chooseEncoding(acceptEncoding, this.identity.byteLength);
  }

  bytes(encoding: Encoding): Promise<Bytes> {
    const existing = this.#encoded.get(encoding);
    if (existing !== undefined) return existing;
    if (encoding === 'identity') return Promise.resolve(this.identity);
    const compressed = compress(this.identity, encoding, BROTLI_QUALITY);
    this.#encoded.set(encoding, compressed);
    return compressed;
  }
}
