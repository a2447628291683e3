import { createHash } from 'node:crypto';
import { letOthersIn } from '#sync-server/turns/next-turn.ts';
import { EncodedBody } from './encoded-body.ts';

/** Encoding and hashing this much takes well below a millisecond. */
const PIECE_MIN_CHARACTERS = 64 * 1024;

/**
 * The JSON text of a value in pieces, the same as that of `JSON.stringify`. Objects and arrays are taken apart down to
 * `depth` levels.
 */
export function* jsonPieces(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* jsonPieces(item, depth - 1);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else yield* objectPieces(value, depth);
}

function* objectPieces(value: object, depth: number): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(member, depth - 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Joins pieces of a text to larger ones; other requests are served between them. */
export async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_MIN_CHARACTERS) continue;
    yield text;
    text = '';
    await letOthersIn();
  }
  yield text;
}

/** Encodes a text that comes in pieces; other requests are served in between. `version` as for EncodedBody. */
export async function encodeInTurns(pieces: Iterable<string>, version?: number): Promise<EncodedBody> {
  const hash = createHash('sha256');
  const written: Buffer[] = [];
  for await (const text of inTurns(pieces)) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    written.push(bytes);
  }
  return new EncodedBody(Buffer.concat(written), {}, version, hash);
}
