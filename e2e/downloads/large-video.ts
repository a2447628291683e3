import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHUNK_BYTES } from '#pwa/downloads/cache/partial-file.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import type { MediaPart } from '../world/network-proxy.ts';

/** Above the limit of automatic downloads, and several chunks long. */
const VIDEO_BYTES = 6.3 * CHUNK_BYTES;

export interface LargeVideo {
  readonly lessonId: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/** Makes the video of a lesson large: the same video, followed by bytes that players skip. */
export async function enlargeVideo(server: CarrelServer, lessonId: string): Promise<LargeVideo> {
  const [row] = server.query<{ id: string }>('select videoFileId as id from lessons where id = ?', lessonId);
  if (row === undefined) throw new Error(`${lessonId} has no video`);
  const place = join(server.dataFolder, 'media', row.id);
  const video = await readFile(place);
  const rest = Buffer.alloc(Math.ceil(VIDEO_BYTES) - video.byteLength, 'no player looks at this. ');
  rest.writeUInt32BE(rest.byteLength, 0);
  rest.write('free', 4, 'latin1');
  const large = Buffer.concat([video, rest]);
  await writeFile(place, large);
  const digest = createHash('sha256').update(large).digest('base64url');
  server.change('update files set sizeBytes = ?, digest = ? where id = ?', large.byteLength, digest, row.id);
  return { lessonId, path: `/media/${row.id}`, sizeBytes: large.byteLength };
}

/** Counts the bytes of a file that were sent more than once, and those never sent. */
export function countBytes(parts: readonly MediaPart[], video: LargeVideo): { twice: number; never: number } {
  let end = 0;
  let twice = 0;
  let never = 0;
  const ofVideo = parts.filter(({ path }) => path === video.path).sort((a, b) => a.first - b.first);
  for (const { first, sent } of ofVideo) {
    twice += Math.max(0, Math.min(end, first + sent) - first);
    never += Math.max(0, first - end);
    end = Math.max(end, first + sent);
  }
  return { twice, never: never + video.sizeBytes - end };
}
