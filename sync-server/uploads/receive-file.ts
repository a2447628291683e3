import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { ErrorCode } from '#schema/errors.ts';
import { ApiError } from '../http/api-error.ts';
import { discardRest } from './discard-rest.ts';
import { storageProblem } from './storage-problem.ts';
import { removeFiles, temporaryPath } from './uploads-folder.ts';

const HEAD_BYTES = 8 * 1024;
/** One file, and room for the few small fields that forms carry along. */
const PARSER_LIMITS = { files: 1, fields: 20, fieldSize: 4_096, parts: 30, headerPairs: 50 };

/** A request whose body has not been touched yet. */
export interface Upload {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

interface FileRules {
  readonly dataFolder: string;
  /** The one field that counts; undefined: whichever holds the file. */
  readonly field?: string;
  readonly maxBytes: number;
  readonly tooLarge: ErrorCode;
}

/** A file that arrived whole and is on the disk. Whoever gets it moves or removes it. */
export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256 in base64url. */
  readonly digest: string;
  /** The first 8 kB, by which its kind is judged. */
  readonly head: Buffer;
}

/**
 * Streams the one file of a multipart form into the uploads folder, never more than a few chunks of it in
 * memory, and counts while it comes. Nothing stays behind when it fails. What the form says of the file
 * (its name, its type) is not looked at.
 *
 * Throws ApiError: 415 for another kind of body, 413 `tooLarge` at the first byte above `maxBytes`, 400
 * without a file, with several, or when it breaks off, 507 when the disk is full.
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
    await discardRest(upload.body);
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

/** Takes a file's stream, or answers null to have it passed over. */
type TakeFile = (field: string, stream: Readable) => Promise<ReceivedFile> | null;

/**
 * Reads the form to its end. Rejects at the first trouble; by then nothing is being written any more, and
 * the body is paused, not destroyed, since its connection still carries the answer.
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
      // A client that went away while it was judged will not say so again.
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

/** What is neither a refusal nor the disk's trouble is a form that broke off or cannot be read. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  return storageProblem(error) ?? new ApiError('malformed_form');
}
