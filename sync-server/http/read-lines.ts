import { createHash } from 'node:crypto';
import { IMPORT_LINE_MAX_BYTES } from '#schema/limits.ts';
import { letOthersIn } from '../turns/next-turn.ts';
import { canonicalJson } from './commands/fingerprint.ts';
import { type MeasuredBody, parseJson, readPlainBytes } from './read-body.ts';
import { ApiError } from './reply/api-error.ts';
import type { AppContext } from './reply.ts';

const LINES_CONTENT_TYPE = /^application\/x-ndjson$/i;
const LINE_FEED = 0x0a;

/** Whether the body is sent as lines of JSON. */
export const isInLines = (c: AppContext): boolean =>
  c.env?.batched === undefined && LINES_CONTENT_TYPE.test(c.req.header('Content-Type') ?? '');

interface Lines {
  /** The member whose elements are the lines after the first one, which has all other members. */
  readonly member: string;
  readonly maxBytes: number;
}

interface LinesBody extends MeasuredBody {
  /** Of the content, whatever the order of the keys in a line. */
  readonly digest: string;
}

/**
 * Returns the body of a request that is sent as lines of JSON, each parsed in a turn of its own. Throws ApiError as
 * `readJsonBody` does.
 */
export async function readLines(c: AppContext, { member, maxBytes }: Lines): Promise<LinesBody> {
  const bytes = await readPlainBytes(c, { type: LINES_CONTENT_TYPE, maxBytes });
  const digest = createHash('sha256');
  const values: unknown[] = [];
  for (const line of linesOf(bytes)) {
    if (line.byteLength > IMPORT_LINE_MAX_BYTES) throw new ApiError('body_too_large');
    await letOthersIn();
    const value = parseJson(line);
    digest.update(canonicalJson(value)).update('\n');
    values.push(value);
  }
  const [head, ...elements] = values;
  if (typeof head !== 'object' || head === null || Array.isArray(head)) throw new ApiError('malformed_json');
  const body = { ...head, [member]: elements };
  return { body, bytes: bytes.byteLength, digest: digest.digest('base64url') };
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    const next = end === -1 ? bytes.byteLength : end;
    yield bytes.subarray(at, next);
    at = next + 1;
  }
}
