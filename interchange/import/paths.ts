/** The folder of a path, with its `/` at the end; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Joins a relative path to a folder that ends with `/`; null for one that leads out of the root. A path that begins with
 * `/` begins at the root.
 */
export function joinPath(folder: string, relative: string): string | null {
  const parts: string[] = [];
  const written = relative.startsWith('/') ? relative : folder + relative;
  for (const part of written.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/').normalize('NFC');
}

/** The last part of a path that is not empty. */
export const nameOf = (path: string): string => path.split('/').findLast((part) => part !== '') ?? path;

/** The name of a file without its last extension. */
export const stemOf = (path: string): string => nameOf(path).replace(/(?<=.)\.[^.]*$/, '');

/** The last extension in lower case without its dot; empty without one. */
export const extensionOf = (path: string): string => /[^/]\.([^./]*)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** Whether an address leads out of the file: it has a scheme or a host. */
export const isAbsolute = (address: string): boolean => /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/**
 * The text with its percent-encoding undone. What is no UTF-8 is read byte by byte, as old programs for Windows wrote it;
 * a `%` that encodes nothing stays.
 */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    );
  }
}
