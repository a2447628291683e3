/**
 * Returns the name of an entry as a path in form NFC, with `/`; null for one that is absolute, leads out of the archive
 * or contains control characters.
 */
export function checkedName(name: string): string | null {
  const path = name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path)) return null;
  return path.split('/').includes('..') ? null : path;
}
