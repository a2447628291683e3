import { CachedFile, requireSpace } from '../cache/media-cache.ts';
import { CHUNK_BYTES, PartialFile } from '../cache/partial-file.ts';
import { verifyReceived } from '../verify/verify-file.ts';
import { fetchPiece, type Piece } from './fetch-piece.ts';

/** On a slow connection a chunk takes long: its progress is stored, and a pause is noticed, this often. */
const TICK_MS = 1_000;

/** All bytes arrived, but they do not match the server's hash. */
export class FileDamagedError extends Error {
  override readonly name = 'FileDamagedError';
}

export interface FileToDownload {
  readonly userId: string;
  readonly fileId: string;
  readonly url: string;
  readonly sizeBytes: number;
}

export interface FileDownloadPorts {
  /** Fires when nothing may be written any more: the files are being removed, or the user signed out. */
  readonly signal: AbortSignal;
  /** Called before each piece and every second within one. */
  readonly goesOn: () => Promise<boolean>;
  readonly onBytes: (receivedBytes: number) => Promise<void>;
  /** Throws if the user has signed out: then nothing more is stored. */
  readonly requireOwner: () => void;
}

/** A file that is complete on the device. */
interface ReceivedFile {
  /** Null if the server sent no hash and the browser could not compute one. */
  readonly sha256: string | null;
}

/**
 * Downloads a file, resuming an earlier attempt. Returns its hash when it is complete, and null when it was
 * stopped. Stored bytes stay for the next attempt in both cases, and also when it rejects, except for a file
 * that arrived damaged: it is removed.
 */
export async function downloadFile(
  file: FileToDownload,
  ports: FileDownloadPorts,
): Promise<ReceivedFile | null> {
  const part = await PartialFile.find(new CachedFile(file.userId, file.fileId), file.sizeBytes);
  await ports.onBytes(part.receivedBytes);
  await requireSpace(file.sizeBytes - part.receivedBytes);
  while (part.entry === null || part.receivedBytes < file.sizeBytes) {
    if (ports.signal.aborted || !(await ports.goesOn())) return null;
    const isStopped = !(await downloadPiece(part, file, ports));
    if (isStopped) return null;
  }
  return finish(part, ports);
}

/** Returns false when it was stopped midway. */
async function downloadPiece(
  part: PartialFile,
  file: FileToDownload,
  ports: FileDownloadPorts,
): Promise<boolean> {
  const from = part.receivedBytes;
  const to = Math.min((Math.floor(from / CHUNK_BYTES) + 1) * CHUNK_BYTES, file.sizeBytes) - 1;
  let isStopped = false;
  await fetchPiece({ url: file.url, from, to, etag: part.etag, signal: ports.signal }, async (piece) => {
    await prepare(part, piece, file, ports);
    isStopped = !(await storePiece(part, piece, ports));
  });
  const wanted = Math.min(to + 1, file.sizeBytes);
  if (!isStopped && part.receivedBytes < wanted)
    throw new Error(`A file of ${file.sizeBytes} bytes ended at ${part.receivedBytes}`);
  return !isStopped;
}

/** The first piece provides the headers; a piece from offset 0 means that the stored bytes are outdated. */
async function prepare(
  part: PartialFile,
  piece: Piece,
  file: FileToDownload,
  ports: FileDownloadPorts,
): Promise<void> {
  if (piece.sizeBytes !== null && piece.sizeBytes !== file.sizeBytes)
    throw new Error(`A file of ${file.sizeBytes} bytes was announced with ${piece.sizeBytes}`);
  ports.requireOwner();
  if (part.entry === null || piece.from < part.receivedBytes) await part.begin(piece.headers, file.sizeBytes);
}

async function storePiece(part: PartialFile, piece: Piece, ports: FileDownloadPorts): Promise<boolean> {
  let tickedAt = Date.now();
  try {
    for await (const bytes of piece.bytes) {
      ports.requireOwner();
      if (part.receivedBytes + bytes.byteLength > (part.entry?.sizeBytes ?? 0))
        throw new Error('The server sent more bytes of a file than announced');
      await part.add(bytes);
      await ports.onBytes(part.receivedBytes);
      if (Date.now() - tickedAt < TICK_MS) continue;
      await part.flush();
      if (!(await ports.goesOn())) return false;
      tickedAt = Date.now();
    }
    return true;
  } finally {
    // However it ended, stored bytes are not requested again.
    ports.requireOwner();
    await part.flush();
  }
}

async function finish(part: PartialFile, ports: FileDownloadPorts): Promise<ReceivedFile> {
  const found = part.entry === null ? null : await verifyReceived(part.cachedFile, part.entry);
  if (found === null || found.isDamaged) {
    await part.cachedFile.remove();
    throw new FileDamagedError('A file arrived damaged');
  }
  ports.requireOwner();
  await part.finish();
  return { sha256: found.sha256 };
}
