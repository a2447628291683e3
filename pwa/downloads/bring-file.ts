import { fetchPiece, type Piece } from './fetch-piece.ts';
import { requireRoom, Shelf } from './media-cache.ts';
import { CHUNK_BYTES, PartialFile } from './partial-file.ts';
import { verifyReceived } from './verify-file.ts';

/** On a slow line a chunk takes long: so often what came of it is written down, and the person's word is heard. */
const TICK_MS = 1_000;

/** Every byte came, and they are not the file that the server spoke of. */
export class FileDamagedError extends Error {
  override readonly name = 'FileDamagedError';
}

export interface FileToBring {
  readonly userId: string;
  readonly fileId: string;
  readonly url: string;
  readonly sizeBytes: number;
}

export interface BringPorts {
  /** Fires when nothing may be written any more: the files are being removed, or the person left. */
  readonly signal: AbortSignal;
  /** Asked before each piece and every second within one. */
  readonly goesOn: () => Promise<boolean>;
  readonly onBytes: (receivedBytes: number) => Promise<void>;
  /** Throws when the person has signed out: then nothing more is stored. */
  readonly requireOwner: () => void;
}

/** A file that is complete on the device. */
interface ReceivedFile {
  /** Null where neither the server sent a hash nor the browser could compute one. */
  readonly sha256: string | null;
}

/**
 * Brings a file onto the device, from where an earlier try ended. Returns its hash when it
 * is whole, and null when it was told to stop; what came stays for the next try either way, and also when it
 * rejects, but for a file that arrived damaged: of that nothing is left.
 */
export async function bringFile(file: FileToBring, ports: BringPorts): Promise<ReceivedFile | null> {
  const part = await PartialFile.find(new Shelf(file.userId, file.fileId), file.sizeBytes);
  await ports.onBytes(part.receivedBytes);
  await requireRoom(file.sizeBytes - part.receivedBytes);
  while (part.entry === null || part.receivedBytes < file.sizeBytes) {
    if (ports.signal.aborted || !(await ports.goesOn())) return null;
    const isStopped = !(await bringPiece(part, file, ports));
    if (isStopped) return null;
  }
  return finish(part, ports);
}

/** Answers false when it was told to stop in the middle. */
async function bringPiece(part: PartialFile, file: FileToBring, ports: BringPorts): Promise<boolean> {
  const from = part.receivedBytes;
  const to = Math.min((Math.floor(from / CHUNK_BYTES) + 1) * CHUNK_BYTES, file.sizeBytes) - 1;
  let isStopped = false;
  await fetchPiece({ url: file.url, from, to, etag: part.etag, signal: ports.signal }, async (piece) => {
    await prepare(part, piece, file, ports);
    isStopped = !(await takePiece(part, piece, ports));
  });
  const wanted = Math.min(to + 1, file.sizeBytes);
  if (!isStopped && part.receivedBytes < wanted)
    throw new Error(`A file of ${file.sizeBytes} bytes ended at ${part.receivedBytes}`);
  return !isStopped;
}

/** The first piece brings the headers; a piece from the beginning means that what is here is of no use. */
async function prepare(part: PartialFile, piece: Piece, file: FileToBring, ports: BringPorts): Promise<void> {
  if (piece.sizeBytes !== null && piece.sizeBytes !== file.sizeBytes)
    throw new Error(`A file of ${file.sizeBytes} bytes was announced with ${piece.sizeBytes}`);
  ports.requireOwner();
  if (part.entry === null || piece.from < part.receivedBytes) await part.begin(piece.headers, file.sizeBytes);
}

async function takePiece(part: PartialFile, piece: Piece, ports: BringPorts): Promise<boolean> {
  let tickedAt = Date.now();
  try {
    for await (const bytes of piece.bytes) {
      ports.requireOwner();
      if (part.receivedBytes + bytes.byteLength > (part.entry?.sizeBytes ?? 0))
        throw new Error('More bytes of a file came than were announced');
      await part.add(bytes);
      await ports.onBytes(part.receivedBytes);
      if (Date.now() - tickedAt < TICK_MS) continue;
      await part.flush();
      if (!(await ports.goesOn())) return false;
      tickedAt = Date.now();
    }
    return true;
  } finally {
    // However it ended: what came is not asked for again.
    ports.requireOwner();
    await part.flush();
  }
}

async function finish(part: PartialFile, ports: BringPorts): Promise<ReceivedFile> {
  const found = part.entry === null ? null : await verifyReceived(part.shelf, part.entry);
  if (found === null || found.isDamaged) {
    await part.shelf.remove();
    throw new FileDamagedError('A file arrived damaged');
  }
  ports.requireOwner();
  await part.finish();
  return { sha256: found.sha256 };
}
