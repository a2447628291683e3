import { epub } from './epub/epub.ts';
import { folder } from './folder/folder.ts';
import type { ImportFormat } from './import-format.ts';
import { docx } from './word/docx.ts';

/** In the order in which they are tried: a format that others contain comes after them. */
export const formats: readonly ImportFormat[] = [epub, docx, folder];
