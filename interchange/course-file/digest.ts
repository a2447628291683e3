import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the SHA-256 of bytes as 64 lowercase hex characters. */
export const digestOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** Returns a text in UTF-8. */
export const encodeText = (text: string): Uint8Array => utf8ToBytes(text);

/** The part of the platform's decoder that is used here; browsers and Node both have it. */
declare const TextDecoder: {
  new (label: 'utf-8', options: { fatal: true; ignoreBOM: true }): { decode(bytes: Uint8Array): string };
};

/** Returns the text of bytes in UTF-8. Throws when they are not. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
