import { type JsonObject, objectOf, stringOf } from './json.ts';

/** A part of a package: what it is, and its values, whose shape depends on that. */
export interface H5pContent {
  /** Without its version: `H5P.Image`. Empty where there is no part. */
  readonly library: string;
  readonly params: JsonObject;
  /** May contain HTML; empty where the author wrote none. */
  readonly title: string;
  readonly metadata: JsonObject;
}

/** The editor writes these titles until the author does. */
const UNTITLED = /^untitled\b/i;

export function contentOf(value: unknown): H5pContent {
  const part = objectOf(value);
  const metadata = objectOf(part.metadata);
  const title = stringOf(metadata.title);
  return {
    library: stringOf(part.library).replace(/\s.*$/s, ''),
    params: objectOf(part.params),
    title: UNTITLED.test(title) ? '' : title,
    metadata,
  };
}

/** The name of a library as people read it: `Image Hotspots` for `H5P.ImageHotspots`. */
export const libraryName = (library: string): string =>
  library
    .replace(/^[^.]*\./, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .slice(0, 100) || 'H5P';
