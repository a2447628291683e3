import { ImportError } from '../import/import-error.ts';
import { openPieces, type TreeFile } from './file-tree.ts';

/** Browsers and Node both have it. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

const TEXT_MAX_BYTES = 5 * 1024 * 1024;
export const XML_MAX_BYTES = 20 * 1024 * 1024;

/** The text of a file ({@link decodeText}). Throws ImportError for a file of more than `maxBytes`. */
export async function readText(file: TreeFile, maxBytes: number = TEXT_MAX_BYTES): Promise<string> {
  if (file.sizeBytes > maxBytes)
    throw new ImportError(maxBytes === XML_MAX_BYTES ? 'xmlTooLarge' : 'textTooLarge');
  return decodeText(await file.readBytes());
}

/**
 * The text of bytes: by their byte order mark, else UTF-8, else in the encoding that they name, else Windows-1252, which
 * every sequence of bytes is.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf(namedEncoding(bytes)).decode(bytes);
  }
}

const PIECE_BYTES = 16 * 1024;

/**
 * The text of a file in UTF-8 piece by piece. A reader that stops leaves the rest unread and unpacked. Throws ImportError
 * for a damaged archive, and after `maxBytes`.
 */
export async function* readTextPieces(file: TreeFile, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  const reader = (await openPieces(file)).getReader();
  let length = 0;
  try {
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) {
      length += next.value.length;
      if (length > maxBytes) throw new ImportError('xmlTooLarge');
      for (let at = 0; at < next.value.length; at += PIECE_BYTES)
        yield decoder.decode(next.value.subarray(at, at + PIECE_BYTES), { stream: true });
    }
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError('damaged', file.path);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The encoding of a byte order mark other than that of UTF-8; null without one. */
export function markedEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** Where browsers look for it. */
const DECLARATION_BYTES = 1_024;
const DECLARATION =
  /^\s*<\?xml\b[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})|<meta\b[^>]{0,200}?[\s"';]charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;

/** The encoding that an XML declaration or a `meta` element names; empty without either. */
function namedEncoding(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES));
  const [, ofXml, ofMeta] = DECLARATION.exec(start) ?? [];
  return ofXml ?? ofMeta ?? '';
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding === '' ? 'windows-1252' : encoding);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
