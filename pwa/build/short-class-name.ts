import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const HASH_CHARACTERS = 4;
const folder = new URL('..', import.meta.url).pathname;
const namesByFile = new Map<string, string[]>();

/**
 * Class names of the built style sheets: the file and the position of the name in it. Each name is in the
 * app's JavaScript too, so the readable ones of development would cost every visitor bytes.
 */
export function shortClassName(name: string, file: string): string {
  const names = namesByFile.get(file) ?? [];
  namesByFile.set(file, names);
  const place = names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
  const hash = createHash('sha256').update(relative(folder, file)).digest('base64url');
  return `_${hash.slice(0, HASH_CHARACTERS)}${place}`;
}
