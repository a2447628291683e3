import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '#sync-server/s3-config.ts';
import type { ByteRange } from '../byte-range.ts';
import {
  MissingFileError,
  type RedirectHeaders,
  type StoredFile,
  StoreUnavailableError,
} from '../media-store.ts';
import { asStoreError, isMissingObject } from './s3-problem.ts';

const CONNECTION_TIMEOUT_MS = 5_000;
/** For sending a request with its body, up to the head of the reply: 180 MB at 1.5 MB/s. */
const REPLY_TIMEOUT_MS = 120_000;
/** Each video that is being watched holds a connection. */
const CONNECTIONS_MAX = 2_000;
/** A file is sent again this often: the library repeats only what is in memory. */
const FILE_ATTEMPTS = 3;
/** Long enough for a player that is paused; it then asks this server for a new address. */
const REDIRECT_VALID_SECONDS = 6 * 60 * 60;

const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}

/** An object of a listing. */
export interface ListedObject extends StoredFile {
  readonly key: string;
}

/** One page of a listing: objects, and the prefixes up to the next `/` of those below. */
export interface ListedPage {
  readonly objects: readonly ListedObject[];
  readonly prefixes: readonly string[];
}

/** The objects of one bucket. Every method throws as a MediaStore does. */
export class Bucket {
  readonly #client: S3Client;
  readonly #name: string;

  constructor({ endpoint, bucket, accessKeyId, secretAccessKey, region, isPathStyle }: S3Config) {
    this.#name = bucket;
    const agent = { maxSockets: CONNECTIONS_MAX, keepAlive: true };
    this.#client = new S3Client({
      endpoint,
      region,
      forcePathStyle: isPathStyle,
      credentials: { accessKeyId, secretAccessKey },
      // Errors are thrown, and logged by the server.
      logger: silentLogger,
      // Checksums in trailers are an extension that many stores do not know.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        ...{ connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REPLY_TIMEOUT_MS },
        ...{ throwOnRequestTimeout: true, httpAgent: agent, httpsAgent: agent },
      },
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#object(key),
      Body: bytes,
      ContentLength: bytes.byteLength,
    });
    await translated(() => this.#client.send(command));
  }

  async putFile(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    for (let attempt = 1; ; attempt += 1) {
      const body = { Body: createReadStream(path), ContentLength: size };
      try {
        await translated(() => this.#client.send(new PutObjectCommand({ ...this.#object(key), ...body })));
        return;
      } catch (error) {
        body.Body.destroy();
        if (attempt === FILE_ATTEMPTS || !(error instanceof StoreUnavailableError)) throw error;
      }
    }
  }

  /** Throws MissingFileError. */
  async get(key: string, range?: ByteRange): Promise<Readable> {
    const part = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` };
    const command = new GetObjectCommand({ ...this.#object(key), ...part });
    const found = await translated(() => this.#client.send(command)).catch((error: unknown) => {
      throw isMissingCause(error) ? new MissingFileError(key) : error;
    });
    if (!(found.Body instanceof Readable))
      throw new StoreUnavailableError(`The reply for ${key} has no body`);
    if (range === undefined || found.ContentRange?.startsWith(`bytes ${range.first}-`)) return found.Body;
    found.Body.destroy();
    throw new StoreUnavailableError(`The store sent another part of ${key} than was requested`);
  }

  async find(key: string): Promise<StoredFile | null> {
    try {
      const found = await translated(() => this.#client.send(new HeadObjectCommand(this.#object(key))));
      return { sizeBytes: found.ContentLength ?? 0, changedAtMs: found.LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (isMissingCause(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await translated(() => this.#client.send(new DeleteObjectCommand(this.#object(key))));
  }

  /** The objects whose key begins with `prefix`, in pages of up to 1,000. */
  async *list(prefix: string, delimiter?: string): AsyncGenerator<ListedPage> {
    const query = { Bucket: this.#name, Prefix: prefix, ...(delimiter && { Delimiter: delimiter }) };
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const command = new ListObjectsV2Command({ ...query, ...(token && { ContinuationToken: token }) });
      const page = await translated(() => this.#client.send(command));
      yield {
        objects: (page.Contents ?? []).map(
          ({ Key: key = '', Size: sizeBytes = 0, LastModified: changed }) => {
            return { key, sizeBytes, changedAtMs: changed?.getTime() ?? 0 };
          },
        ),
        prefixes: (page.CommonPrefixes ?? []).flatMap(({ Prefix: found }) => found ?? []),
      };
      token = page.NextContinuationToken;
    }
  }

  /** An address that anyone may fetch for six hours, with these headers in its reply. */
  presign(key: string, { contentType, contentDisposition }: RedirectHeaders): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...{ ResponseContentType: contentType, ResponseContentDisposition: contentDisposition },
    });
    return getSignedUrl(this.#client, command, { expiresIn: REDIRECT_VALID_SECONDS });
  }

  close(): void {
    this.#client.destroy();
  }

  #object(key: string) {
    return { Bucket: this.#name, Key: key };
  }
}

async function translated<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw asStoreError(error);
  }
}

const isMissingCause = (error: unknown): boolean => error instanceof Error && isMissingObject(error.cause);
