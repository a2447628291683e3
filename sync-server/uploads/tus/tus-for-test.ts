import { createHash, randomUUID } from 'node:crypto';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { MADE_AT_HEADER } from '#schema/protocol.ts';
import { TUS_BYTES_TYPE, TUS_VERSION, type UploadKind } from '#schema/sync/upload.ts';
import type { Person } from '#sync-server/testing/people.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { uploadsForTest } from '../uploads-for-test.ts';

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** `Upload-Metadata` as clients send it. */
export const metadataOf = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');

interface Piece {
  readonly id: string;
  readonly offset: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Begun {
  readonly id?: string;
  readonly kind?: UploadKind;
  readonly sizeBytes: number;
  readonly sha256?: string;
  readonly headers?: Record<string, string>;
}

/** A device's requests to a server at an address, by plain HTTP. */
export function tusClient(url: string, token: string) {
  const request = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ) =>
    fetch(`${url}/api/uploads${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Tus-Resumable': TUS_VERSION, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const begin = ({ id = randomUUID(), kind = 'video', sizeBytes, sha256, headers }: Begun) => {
    const metadata = metadataOf({ id, kind, ...(sha256 === undefined ? {} : { sha256 }) });
    return request('POST', '', {
      'Upload-Length': String(sizeBytes),
      'Upload-Metadata': metadata,
      ...headers,
    });
  };
  const pieceHeaders = (offset: number) => ({
    'Upload-Offset': String(offset),
    'Content-Type': TUS_BYTES_TYPE,
  });
  const send = ({ id, offset, bytes }: Piece) => request('PATCH', `/${id}`, pieceHeaders(offset), bytes);
  /** The offset of an upload; null when it does not exist. */
  const offsetOf = async (id: string): Promise<number | null> => {
    const { status, headers } = await request('HEAD', `/${id}`);
    return status === 200 ? Number(headers.get('Upload-Offset')) : null;
  };
  /** Sends the headers of a piece and leaves the connection open, as a broken one does. */
  const sendHalf = ({ id, offset, bytes }: Piece, sentBytes: number): ClientRequest => {
    const half = httpRequest(`${url}/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${token}`,
        'Tus-Resumable': TUS_VERSION,
        'Content-Length': String(bytes.length),
        ...pieceHeaders(offset),
      },
    });
    half.on('error', () => undefined);
    half.write(bytes.subarray(0, sentBytes));
    return half;
  };
  /** Creates an upload, sends the whole file at once, and returns its id. */
  const sendWhole = async (bytes: Uint8Array<ArrayBuffer>, kind: UploadKind = 'video'): Promise<string> => {
    const id = randomUUID();
    await begin({ id, kind, sizeBytes: bytes.length, sha256: digestOf(bytes) });
    await send({ id, offset: 0, bytes });
    return id;
  };
  return { request, begin, send, sendHalf, offsetOf, sendWhole };
}

/** Returns how many bytes of pieces a server has read so far: what a client has written may still be on its way. */
export function countReceived({ deps }: TestServer): () => number {
  const { incoming } = deps.mediaStore;
  const append = incoming.append.bind(incoming);
  let received = 0;
  async function* count(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      received += chunk.byteLength;
      yield chunk;
    }
  }
  incoming.append = (fileId, offset, source) => append(fileId, offset, count(source));
  return () => received;
}

interface Attaching {
  readonly key?: string;
  readonly as?: Person;
  /** When the device made the command; null: it does not say. */
  readonly madeAt?: Date | null;
}

/** A listening server with the admin's client, and the command that attaches an upload. */
export async function tusForTest() {
  const world = await uploadsForTest();
  const { server } = world;
  const { admin } = server.people;
  const attach = (
    path: string,
    uploadId: string,
    { key = randomUUID(), as = admin, madeAt = null }: Attaching = {},
  ) => {
    const headers = madeAt === null ? {} : { [MADE_AT_HEADER]: madeAt.toISOString() };
    return server.request(`/api/admin/${path}`, { method: 'PUT', body: { uploadId }, as, key, headers });
  };
  return {
    ...world,
    tus: tusClient(server.url, admin.token),
    clientOf: (person: Person) => tusClient(server.url, person.token),
    attach,
    attachVideo: (uploadId: string, options: Attaching = {}) =>
      attach('lessons/tides-lesson-1/video', uploadId, options),
    /** The file ids of uploads with stored bytes. */
    incoming: async () => {
      const fileIds: string[] = [];
      for await (const page of server.deps.mediaStore.incoming.list()) fileIds.push(...page);
      return fileIds;
    },
  };
}
