import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { ApiError } from '#sync-server/http/reply/api-error.ts';
import { storageProblem } from '#sync-server/media/storage-problem.ts';
import { HEAD_BYTES } from '#sync-server/media-store/media-store.ts';
import { removeFiles, temporaryPath } from '#sync-server/media-store/temporary-files.ts';
import { drainBody } from './drain-body.ts';

/** One file, and capacity for the few small fields that forms contain. */
const PARSER_LIMITS = { files: 1, fields: 20, fieldSize: 4_096, parts: 30, headerPairs: 50 };

/** A request whose body has not been read yet. */
export interface Upload {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

interface FileRules {
  readonly dataFolder: string;
  /** The name of the file's field; undefined: any field. */
  readonly field?: string;
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
}

/** A file that was received completely and is on disk. The receiver of this object moves or deletes it. */
export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256 in base64url. */
  readonly digest: string;
  /** The first 8 kB, by which its type is detected. */
  readonly head: Buffer;
}

/**
 * Streams the one file of a multipart form into the uploads folder, with only a few chunks in memory, and
 * counts its bytes. Leaves nothing behind when it fails. Ignores the name and type in the form.
 *
 * Throws ApiError: 415 for another kind of body, 413 `tooLarge` at the first byte above `maxBytes`, 400
 * without a file, with several, or when the form is incomplete, 507 when the disk is full.
 */
export async function receiveFile(upload: Upload, rules: FileRules): Promise<ReceivedFile> {
  const parser = openParser(upload.headers);
  const path = await temporaryPath(rules.dataFolder);
  try {
    const received = await parseForm(upload.body, parser, (field, stream) =>
      rules.field === undefined || rules.field === field ? save(stream, path, rules) : null,
    );
    if (received === null || received.sizeBytes === 0) throw new ApiError('file_missing');
    return received;
  } catch (error) {
    await removeFiles(path);
    await drainBody(upload.body);
    throw asRefusal(error);
  }
}

function openParser(headers: IncomingHttpHeaders): busboy.Busboy {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (!/^multipart\/form-data\s*;/i.test(type) || encoding.toLowerCase() !== 'identity') {
    throw new ApiError('multipart_needed');
  }
  try {
    return busboy({ headers: { 'content-type': type }, limits: PARSER_LIMITS });
  } catch {
    throw new ApiError('multipart_needed');
  }
}

/** Consumes a file's stream, or returns null to skip it. */
type TakeFile = (field: string, stream: Readable) => Promise<ReceivedFile> | null;

/**
 * Reads the form to its end. Rejects at the first error; by then no write is in progress, and the body is
 * paused, not destroyed, because its connection still carries the reply.
 */
async function parseForm(
  body: Readable,
  parser: busboy.Busboy,
  take: TakeFile,
): Promise<ReceivedFile | null> {
  let taken: Promise<ReceivedFile> | null = null;
  try {
    await new Promise<void>((resolve, reject) => {
      const breakOff = () => {
        if (!body.readableEnded) reject(new ApiError('malformed_form'));
      };
      parser.on('file', (field, stream) => {
        taken = take(field, stream);
        if (taken === null) stream.resume();
        else taken.catch(reject);
      });
      parser.on('filesLimit', () => reject(new ApiError('files_too_many')));
      parser.on('error', reject);
      parser.on('close', resolve);
      // A client that disconnected during the checks emits no second event.
      if (body.destroyed) breakOff();
      body.on('error', breakOff);
      body.on('close', breakOff);
      body.pipe(parser);
    });
    return await taken;
  } catch (error) {
    body.unpipe(parser);
    body.pause();
    parser.destroy();
    await Promise.allSettled([taken]);
    throw error;
  }
}

async function save(stream: Readable, path: string, rules: FileRules): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let sizeBytes = 0;
  await pipeline(
    stream,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (sizeBytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - sizeBytes));
        sizeBytes += chunk.length;
        if (sizeBytes > rules.maxBytes) throw new ApiError(rules.tooLarge);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { path, sizeBytes, digest: hash.digest('base64url'), head: Buffer.concat(head) };
}

/** Any error that is neither an ApiError nor one of the disk means an incomplete or malformed form. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  return storageProblem(error) ?? new ApiError('malformed_form');
}
