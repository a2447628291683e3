import type { ImportFormat } from './import-format.ts';

/** In the order in which they are tried: a format that others contain comes after them. */
export const formats: readonly ImportFormat[] = [];
