import { cartridgeFormat } from './cartridge/cartridge-format.ts';
import { h5pFormat } from './h5p/h5p-format.ts';
import type { ImportFormat } from './import-format.ts';
import { moodleFormat } from './moodle/moodle-format.ts';
import { scormFormat } from './scorm/scorm-format.ts';

/** In the order in which they are tried: a format that others contain comes after them. */
export const formats: readonly ImportFormat[] = [moodleFormat, cartridgeFormat, scormFormat, h5pFormat];
