import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';
import { chooseEncoding, type Encoding } from './compression.ts';
import type { ReadyBody } from './encoded-body.ts';

/** RFC 1952: the method is deflate, no name, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951: an empty block that is the last one. */
const LAST_BLOCK = Buffer.from([3, 0]);
const TRAILER_BYTES = 8;
/** Length and its complement, before the bytes of a block that is not compressed. */
const STORED_HEADER_BYTES = 5;
const STORED_MAX_BYTES = 0xffff;

/** A part of a text, with the deflate blocks that a body with it needs. */
export interface Piece {
  readonly bytes: Buffer;
  readonly deflated: Buffer;
  readonly digest: Buffer;
}

/** A piece that many bodies will have. */
export function compressedPiece(text: string): Piece {
  const bytes = Buffer.from(text);
  // A flush ends the blocks at a whole byte, and nothing after it refers to anything before it.
  const deflated = deflateRawSync(bytes, { finishFlush: zlib.Z_FULL_FLUSH });
  return { bytes, deflated, digest: createHash('sha256').update(bytes).digest() };
}

/** A short piece, such as a number, that is not compressed. */
export function plainPiece(text: string): Piece {
  const bytes = Buffer.from(text);
  if (bytes.length > STORED_MAX_BYTES) throw new Error('too long for one block');
  const header = Buffer.alloc(STORED_HEADER_BYTES);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ STORED_MAX_BYTES, 3);
  return { bytes, deflated: Buffer.concat([header, bytes]), digest: bytes };
}

/**
 * A body put together from pieces that are compressed once: one that changes costs as much as that piece, however long
 * the body is. It has no Brotli encoding, because Brotli streams cannot be put together.
 */
export class JoinedBody implements ReadyBody {
  readonly #pieces: readonly Piece[];
  readonly #digest: string;
  readonly #gzip: Uint8Array<ArrayBuffer>;
  readonly byteLength: number;

  private constructor(pieces: readonly Piece[], digest: string, gzip: Uint8Array<ArrayBuffer>) {
    this.#pieces = pieces;
    this.#digest = digest;
    this.#gzip = gzip;
    this.byteLength = sum(pieces.map(({ bytes }) => bytes.length));
  }

  /** Other requests are served in between. */
  static async join(given: readonly Piece[]): Promise<JoinedBody> {
    // `crc32` of an empty buffer forgets the checksum so far.
    const pieces = given.filter(({ bytes }) => bytes.length > 0);
    const hash = createHash('sha256');
    let checksum = 0;
    for (const { bytes, digest } of pieces) {
      hash.update(`${digest.length} `).update(digest);
      checksum = crc32(bytes, checksum);
      await letOthersIn();
    }
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(sum(pieces.map(({ bytes }) => bytes.length)) % 2 ** 32, 4);
    const gzip = Buffer.concat([
      GZIP_HEADER,
      ...pieces.map(({ deflated }) => deflated),
      ...[LAST_BLOCK, trailer],
    ]);
    return new JoinedBody(pieces, hash.digest('base64url').slice(0, 27), gzip);
  }

  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#digest}"` : `"${this.#digest}-${encoding}"`;
  }

  get etags(): readonly string[] {
    return [this.etag('identity'), this.etag('gzip')];
  }

  chooseEncoding(acceptEncoding: string | undefined): Encoding {
    return chooseEncoding(acceptEncoding, this.byteLength, ['gzip']);
  }

  async bytes(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'gzip') return this.#gzip;
    return Buffer.concat(this.#pieces.map(({ bytes }) => bytes));
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
