import { epub } from './epub/epub.ts';
import { folder } from './folder/folder.ts';
import type { ImportFormat } from './import-format.ts';
import { word } from './word/word.ts';

/** In the order in which they are tried: a format that others contain comes after them. */
export const formats: readonly ImportFormat[] = [epub, word, folder];
