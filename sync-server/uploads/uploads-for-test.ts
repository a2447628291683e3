import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import type { StoredPlace } from '../media-store/media-store.ts';
import type { Person } from '../testing/people.ts';
import { listeningServerForTest } from '../testing/server-for-test.ts';
import { sweepMedia } from './files/sweep-media.ts';

const BOUNDARY = 'the-edge-of-the-desk';

export interface Part {
  readonly field?: string;
  /** Undefined: a plain field and no file. */
  readonly fileName?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

/** A multipart form as browsers send it. */
export function formOf(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.flatMap(({ field = 'file', fileName, type, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"`) +
        `${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return new Uint8Array(Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]));
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** An MP4 header, padded to the given size; not a playable video. */
export function mp4Of(sizeBytes: number, brand = 'isom'): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 7);
  bytes.writeUInt32BE(24, 0);
  bytes.write(`ftyp${brand}\0\0\0\0isommp42`, 4, 'latin1');
  return bytes;
}

export const plainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 80, b: 140 } } });

const Json = v.looseObject({
  videoUrl: v.optional(v.string(), ''),
  thumbnailUrl: v.optional(v.string(), ''),
});

/** A listening server, and the requests and file checks of upload tests. */
export async function uploadsForTest(config: Partial<Config> = {}) {
  const server = await listeningServerForTest({ config });
  const { dataFolder } = server.deps.config;
  const { mediaStore } = server.deps;
  /** The names of the stored files of a place, in order. */
  const list = async (place: StoredPlace) => {
    const names: string[] = [];
    for await (const page of mediaStore.list(place)) names.push(...page);
    return names.sort();
  };
  /** Stores a file as the server does, under a name that no row has. */
  const addFile = (name: string, text: string) => mediaStore.write(name, Buffer.from(text));
  const bytesOf = async (name: string) => Buffer.from((await mediaStore.findBytes(name)) ?? '');
  const sweep = (now: Date) => sweepMedia(server.deps, now);
  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    { as = server.people.admin, type = FORM_TYPE } = {},
  ) => {
    const headers = { Authorization: `Bearer ${as.token}`, 'Content-Type': type };
    const response = await fetch(`${server.url}/api/admin/${path}`, { method: 'POST', headers, body });
    return { response, status: response.status, json: v.parse(Json, await response.json()) };
  };
  const uploadVideo = (bytes: Uint8Array, fileName = 'video.mp4', lesson = 'tides-lesson-1') =>
    post(`lessons/${lesson}/upload-video`, formOf({ field: 'video', fileName, bytes }));
  const uploadThumbnail = (bytes: Uint8Array, part: Omit<Part, 'bytes'> = {}) =>
    post('courses/tides/upload-thumbnail', formOf({ field: 'thumbnail', fileName: 'cover', ...part, bytes }));
  /** Requests a file and reads it completely. */
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
  const lessonRow = (id = 'tides-lesson-1') =>
    server.deps.db.selectFrom('lessons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const courseRow = () =>
    server.deps.db.selectFrom('courses').selectAll().where('id', '=', 'tides').executeTakeFirstOrThrow();
  /** The names of the temporary files. */
  const leftovers = () =>
    existsSync(join(dataFolder, 'uploads')) ? readdirSync(join(dataFolder, 'uploads')) : [];
  return {
    server,
    dataFolder,
    list,
    addFile,
    bytesOf,
    sweep,
    get,
    post,
    uploadVideo,
    uploadThumbnail,
    lessonRow,
    courseRow,
    leftovers,
  };
}

export const tokenOf = (person: Person) => `Bearer ${person.token}`;

/** A real video made by ffmpeg: one second of coloured bars, modified by `args`. */
export async function recordVideo(extension: string, args: readonly string[]): Promise<Buffer> {
  const key = [extension, ...args].join(' ');
  const known = recordings.get(key);
  if (known !== undefined) return known;
  const recording = encode(extension, args);
  recordings.set(key, recording);
  return recording;
}

/** Tests share recordings: an encoder takes longer than what is tested with its video. */
const recordings = new Map<string, Promise<Buffer>>();

async function encode(extension: string, args: readonly string[]): Promise<Buffer> {
  const path = join(
    tmpdir(),
    `carrel-video-${process.pid}-${Math.random().toString(36).slice(2)}.${extension}`,
  );
  const input = ['-f', 'lavfi', '-i', 'testsrc2=duration=1:rate=10:size=320x180'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...input, ...args, path]);
  try {
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}
