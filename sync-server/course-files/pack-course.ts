import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import type { FileStore } from '../media-store/media-store.ts';

/** Equal for every file, in every time zone: the time of a zip is a local one. */
const ENTRY_OPTIONS = {
  compress: false,
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  forceDosTimestamp: true,
} as const;

/** The sizes of the parts of a zip below 4 GB. */
const LOCAL_HEADER_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const DIRECTORY_ENTRY_BYTES = 46;
const END_BYTES = 22;

/**
 * The size of the zip that {@link packCourse} makes of these entries, below 4 GB. The library's own figure is too large
 * where the list of entries has more than 64 kB.
 */
export function packedSize(entries: readonly WrittenEntry[]): number {
  const sizes = entries.map((entry) => {
    const nameBytes = Buffer.byteLength(entry.name);
    const descriptor = isStored(entry) ? DESCRIPTOR_BYTES : 0;
    return LOCAL_HEADER_BYTES + DIRECTORY_ENTRY_BYTES + 2 * nameBytes + entry.sizeBytes + descriptor;
  });
  return sizes.reduce((sum, size) => sum + size, END_BYTES);
}

/** Whether its bytes are read from the store. */
const isStored = ({ bytes, sizeBytes }: WrittenEntry): boolean => bytes === null && sizeBytes > 0;

/**
 * Packs entries as they are, uncompressed, as a stream that reads only as fast as it is consumed. Stored files are
 * opened one after the other; the open one is closed when the stream is cancelled. The stream fails when a stored file
 * is missing or has another size.
 *
 * @param nameOf the stored name of an entry without bytes
 * @param onFailure called when the stream fails, not when it is cancelled
 */
export function packCourse(
  entries: readonly WrittenEntry[],
  { mediaStore, nameOf, onFailure }: Packing,
): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const output = outputOf(zip);
  let open: Readable | null = null;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  output.once('error', onFailure);
  output.once('close', () => open?.destroy());
  for (const entry of entries) {
    const { name, sizeBytes, bytes } = entry;
    if (!isStored(entry)) {
      zip.addBuffer(Buffer.from(bytes ?? []), name, ENTRY_OPTIONS);
      continue;
    }
    zip.addReadStreamLazy(name, { ...ENTRY_OPTIONS, size: sizeBytes }, (pass) => {
      mediaStore.read(nameOf(entry), { first: 0, last: sizeBytes - 1 }).then((stream) => {
        open = Readable.from(stream, { objectMode: false }).once('error', fail);
        if (output.destroyed) open.destroy();
        pass(null, open);
      }, fail);
    });
  }
  zip.end();
  return pull(output);
}

interface Packing {
  readonly mediaStore: Pick<FileStore, 'read'>;
  readonly nameOf: (entry: WrittenEntry) => string;
  readonly onFailure: (error: Error) => void;
}

/** The library's types name an older kind of stream. */
function outputOf({ outputStream }: ZipFile): Readable {
  if (outputStream instanceof Readable) return outputStream;
  throw new Error('A zip is not written to a stream of Node');
}

function pull(output: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = output[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => void output.destroy(),
    },
    { highWaterMark: 0 },
  );
}
