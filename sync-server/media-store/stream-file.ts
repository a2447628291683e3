import { type FileHandle, open } from 'node:fs/promises';
import type { ByteRange } from './byte-range.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Returns part of a file as a stream that reads only as fast as the client consumes it. The file is open
 * before this resolves, so a missing one is detected while the status can still be chosen; it is closed at
 * the end, on an error, and when the client disconnects.
 */
export async function streamFile(path: string, range: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path, 'r');
  let position = range.first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await readChunk(file, position, range.last - position + 1).catch(async (error) => {
          await file.close();
          throw error;
        });
        position += chunk.byteLength;
        if (chunk.byteLength > 0) controller.enqueue(chunk);
        if (chunk.byteLength === 0 || position > range.last) {
          await file.close();
          controller.close();
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );
}

async function readChunk(file: FileHandle, position: number, wanted: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(Math.min(wanted, CHUNK_BYTES));
  const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
  return buffer.subarray(0, bytesRead);
}
