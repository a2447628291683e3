import { type FileHandle, open } from 'node:fs/promises';

const BOXES_MAX = 1_000;
const HEADER_BYTES = 16;

/**
 * Whether an MP4's index (`moov`) precedes its media data (`mdat`), as playing during the download requires.
 * Reads only the headers of the boxes. False for other files.
 */
export async function isFaststart(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return await findsIndexFirst(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function findsIndexFirst(file: FileHandle, sizeBytes: number): Promise<boolean> {
  const head = Buffer.alloc(HEADER_BYTES);
  let at = 0;
  for (let box = 0; box < BOXES_MAX && at + 8 <= sizeBytes; box += 1) {
    await file.read(head, 0, HEADER_BYTES, at);
    const type = head.toString('latin1', 4, 8);
    if (type === 'moov') return true;
    const size = boxSize(head);
    if (type === 'mdat' || size < 8) return false;
    at += size;
  }
  return false;
}

/** 1: a 64-bit size follows the type; 0: the rest of the file. */
function boxSize(head: Buffer): number {
  const short = head.readUInt32BE(0);
  return short === 1 ? Number(head.readBigUInt64BE(8)) : short;
}
