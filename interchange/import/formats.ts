import { cartridgeFormat } from './cartridge/cartridge-format.ts';
import { epubFormat } from './epub/epub-format.ts';
import { folderFormat } from './folder/folder-format.ts';
import { giftFormat } from './gift/gift-format.ts';
import { h5pFormat } from './h5p/h5p-format.ts';
import type { ImportFormat } from './import-format.ts';
import { moodleFormat } from './moodle/moodle-format.ts';
import { moodleXmlFormat } from './moodle-xml/moodle-xml-format.ts';
import { olxFormat } from './olx/olx-format.ts';
import { qti2Format } from './qti2/qti2-format.ts';
import { qti12Format } from './qti12/qti12-format.ts';
import { scormFormat } from './scorm/scorm-format.ts';
import { docxFormat } from './word/docx-format.ts';

/** In the order in which they are tried: a format that others contain comes after them. */
export const formats: readonly ImportFormat[] = [
  moodleFormat,
  qti2Format,
  cartridgeFormat,
  scormFormat,
  h5pFormat,
  epubFormat,
  docxFormat,
  olxFormat,
  moodleXmlFormat,
  qti12Format,
  giftFormat,
  folderFormat,
];

/** Loads the readers of all formats, each of which is otherwise loaded with the first file of its format. */
export const preloadFormats = async (): Promise<void> => {
  await Promise.all(formats.map((format) => format.preload()));
};
