import { sha256 } from '@noble/hashes/sha2.js';

const PIECE_BYTES = 1024 * 1024;

/** Computes the SHA-256 of a blob in hex, one piece in memory at a time. Rejects when it cannot be read. */
export async function hashBlob(blob: Blob, onBytes: (bytes: number) => void): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    hash.update(piece);
    onBytes(piece.length);
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
