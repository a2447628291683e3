import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listPage, type StoredObject } from './list-page.ts';
import { S3Refusal } from './s3-refusal.ts';
import { type S3Key, verifySignature } from './verify-signature.ts';

/** The objects of a bucket, by their key. */
type Objects = Map<string, StoredObject>;

/** A request for an object. */
interface Asked {
  readonly request: IncomingMessage;
  readonly reply: ServerResponse;
  readonly query: URLSearchParams;
  /** The SHA-256 in hex that the body must have; null: any. */
  readonly payload: string | null;
  readonly objects: Objects;
  readonly key: string;
}

/** The key that the store accepts. */
export const S3_KEY: S3Key = { accessKeyId: 'KEYOFTESTS', secretAccessKey: 'SECRETOFTESTS' };
const XML = { 'Content-Type': 'application/xml' };

/**
 * Starts an S3 store for tests, with its objects in a temporary folder. It answers the calls that the server makes
 * (put, get, head, delete, list) and CreateBucket, with the bucket in the path, and verifies signatures.
 */
export async function startS3Store(): Promise<S3Store> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-s3-'));
  const buckets = new Map<string, Objects>();
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => {
      // The connection is lost, or part of an object has been sent.
      if (!(error instanceof S3Refusal) || reply.headersSent) reply.destroy();
      else reply.writeHead(error.status, XML).end(error.xml);
      request.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://store');
    const payload = verifySignature(request, S3_KEY);
    const [, bucket = '', ...names] = decodeURIComponent(pathname).split('/');
    const name = names.join('/');
    if (request.method === 'PUT' && name === '') {
      buckets.set(bucket, new Map());
      reply.end();
      return;
    }
    const objects = buckets.get(bucket);
    if (objects === undefined) throw new S3Refusal(404, 'NoSuchBucket');
    const asked = { request, reply, query, payload, objects, key: name };
    if (name !== '') await answerObject(asked, folder);
    else if (request.method === 'GET' && query.get('list-type') === '2')
      reply.writeHead(200, XML).end(listPage(objects, query));
    else throw new S3Refusal(501, 'NotImplemented');
  }
}

interface S3Store {
  /** The address without a path. */
  readonly endpoint: string;
  close(): void;
}

async function answerObject(asked: Asked, folder: string): Promise<void> {
  const { request, reply, objects, key } = asked;
  if (request.method === 'PUT') await put(asked, join(folder, randomUUID()));
  else if (request.method === 'GET' || request.method === 'HEAD') await get(asked);
  else if (request.method === 'DELETE') {
    const deleted = objects.get(key);
    objects.delete(key);
    if (deleted !== undefined) await rm(deleted.path);
    reply.writeHead(204).end();
  } else throw new S3Refusal(501, 'NotImplemented');
}

/** An object exists when all of its bytes are stored: an interrupted request leaves the one before. */
async function put({ request, reply, payload, objects, key }: Asked, path: string): Promise<void> {
  const hash = createHash('sha256');
  const file = createWriteStream(path);
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  try {
    await pipeline(request, file);
    if (payload !== null && payload !== hash.digest('hex'))
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const before = objects.get(key);
  objects.set(key, { path, sizeBytes: file.bytesWritten, changedAt: new Date() });
  if (before !== undefined) await rm(before.path);
  reply.end();
}

async function get({ request, reply, query, objects, key }: Asked): Promise<void> {
  const object = objects.get(key);
  if (object === undefined) throw new S3Refusal(404, 'NoSuchKey');
  const { path, sizeBytes, changedAt } = object;
  const { range } = request.headers;
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? 'bytes=0-') ?? [];
  const [first, last] = [Number(from), Math.min(to === '' ? sizeBytes : Number(to), sizeBytes - 1)];
  if (range !== undefined && !(first <= last)) throw new S3Refusal(416, 'InvalidRange');
  const file = await open(path).catch(() => {
    // Deleted in the meantime.
    throw new S3Refusal(404, 'NoSuchKey');
  });
  const disposition = query.get('response-content-disposition');
  reply.writeHead(range === undefined ? 200 : 206, {
    'Content-Type': query.get('response-content-type') ?? 'application/octet-stream',
    'Content-Length': last + 1 - first,
    'Last-Modified': changedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    ...(range && { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` }),
    ...(disposition !== null && { 'Content-Disposition': disposition }),
  });
  if (request.method === 'HEAD' || last < first) {
    await file.close();
    reply.end();
  } else await pipeline(file.createReadStream({ start: first, end: last }), reply);
}
