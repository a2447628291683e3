import { CAPTIONS_CONTENT_TYPE } from '#schema/courses/captions.ts';
import type { FileRow } from '../db/tables.ts';

/** The header of a file. Captions are always UTF-8 (WebVTT); stated, so no client guesses. */
export const typeOf = ({ contentType }: FileRow): string =>
  contentType === CAPTIONS_CONTENT_TYPE ? `${contentType}; charset=utf-8` : contentType;
