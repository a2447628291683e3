import { ImportError } from '../import/import-error.ts';
import type { TreeFile } from './file-tree.ts';

/** Browsers and Node both have it. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}

const TEXT_MAX_BYTES = 5 * 1024 * 1024;
export const XML_MAX_BYTES = 20 * 1024 * 1024;

/**
 * The text of a file: by its byte order mark, else UTF-8, else Windows-1252, which every sequence of bytes is. Throws
 * ImportError for a file of more than `maxBytes`.
 */
export async function readText(file: TreeFile, maxBytes: number = TEXT_MAX_BYTES): Promise<string> {
  if (file.sizeBytes > maxBytes) throw new ImportError('textTooLarge');
  const bytes = await file.readBytes();
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
