import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { JSON_BODY_MAX_BYTES } from '#schema/limits.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { unstorableTextError } from './nul.ts';
import { ApiError } from './reply/api-error.ts';
import type { AppContext } from './reply.ts';

const NESTING_MAX = 32;
/**
 * The maximum number of objects and lists in one body. A full batch has some hundreds; each costs more to
 * parse than to send.
 */
const PARTS_MAX = 20_000;
/** The only form of U+0000 that JSON permits. */
const NUL_ESCAPE = '\\u0000';
const JSON_CONTENT_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The content codings of request bodies, for the replies from which a client learns them (RFC 7694). */
export const acceptedCodings = { 'Accept-Encoding': 'gzip' } as const;

const toPlain = promisify(gunzip);

/**
 * Returns the JSON body of a request, which may be compressed by gzip. Throws ApiError: 415 for another type or
 * coding, 413 beyond `maxBytes`, before and after decompression, 400 for invalid UTF-8 or JSON, or for more nesting or parts than any valid input has.
 */
export async function readJsonBody(c: AppContext, maxBytes = JSON_BODY_MAX_BYTES): Promise<unknown> {
  return (await readMeasuredBody(c, maxBytes)).body;
}

interface MeasuredBody {
  readonly body: unknown;
  /** Its uncompressed size; 0 in a batch, which is measured as a whole. */
  readonly bytes: number;
}

/** As {@link readJsonBody}, with the size of the body. */
export async function readMeasuredBody(c: AppContext, maxBytes = JSON_BODY_MAX_BYTES): Promise<MeasuredBody> {
  if (c.env?.batched !== undefined) return { body: readBatchedBody(c.env.batched.body, maxBytes), bytes: 0 };
  const coding = c.req.header('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (coding !== 'identity' && coding !== 'gzip') {
    throw new ApiError('unsupported_type', { headers: acceptedCodings });
  }
  if (!JSON_CONTENT_TYPE.test(c.req.header('Content-Type') ?? '')) throw new ApiError('unsupported_type');
  const received = await readBytes(c, maxBytes).catch(asRefusal);
  const bytes = isGzip(received) ? await decompress(received, maxBytes) : received;
  await letOthersIn();
  const text = decode(bytes);
  requireReadable(text);
  try {
    return { body: JSON.parse(text), bytes: bytes.byteLength };
  } catch {
    throw new ApiError('malformed_json');
  }
}

/**
 * By its first bytes, which no JSON has, and not by its header: firewalls remove that, or unpack the body and leave the
 * header.
 */
const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Stops at `maxBytes`: a small body may decompress to a thousand times its size. */
async function decompress(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  try {
    return await toPlain(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new ApiError(isTooLarge ? 'body_too_large' : 'malformed_json');
  }
}

/** Returns the body of a call in a batch: it was parsed with the batch, but its own limit still applies. */
function readBatchedBody(body: unknown, maxBytes: number): unknown {
  if (body === undefined) throw new ApiError('unsupported_type');
  if (Buffer.byteLength(JSON.stringify(body)) > maxBytes) throw new ApiError('body_too_large');
  return body;
}

/**
 * The body as it arrived. With a Content-Length the HTTP parser enforces the length; otherwise the bytes are counted.
 * Throws ApiError 413.
 */
export async function readBytes(c: AppContext, maxBytes: number): Promise<Uint8Array> {
  const length = c.req.header('Content-Length');
  if (length !== undefined) {
    if (Number(length) > maxBytes) throw new ApiError('body_too_large');
    const bytes = new Uint8Array(await c.req.raw.arrayBuffer());
    if (bytes.byteLength > maxBytes) throw new ApiError('body_too_large');
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ApiError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A client that disconnects in the middle of a body sent no valid JSON; it cannot receive a more precise
 * error.
 */
function asRefusal(error: unknown): never {
  throw error instanceof ApiError ? error : new ApiError('malformed_json');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError('malformed_json');
  }
}

/**
 * Counts depth and brackets outside strings, in one pass, before anything recursive or costly reads the text, and looks
 * for U+0000 inside. Throws ApiError.
 */
function requireReadable(text: string): void {
  let depth = 0;
  let parts = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (isInString) {
      if (character === '\\') {
        if (text.startsWith(NUL_ESCAPE, i)) throw unstorableTextError();
        i += 1;
      } else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      parts += 1;
      if (depth > NESTING_MAX || parts > PARTS_MAX) throw new ApiError('malformed_json');
    } else if (character === ']' || character === '}') depth -= 1;
  }
}
