const NAME_MAX_CHARACTERS = 4_096;

/** Whether an entry is the picture of a folder on a Mac, whose name ends with an end of line. */
export const isFolderIcon = (name: string): boolean => /(^|\/)Icon\r$/.test(name);

/**
 * Returns the name of an entry as a path in form NFC, with `/` and without empty parts; null for a name that is
 * absolute, leads out of the archive, contains control characters or is too long for any disk. A folder's name becomes
 * the name without its `/`; the name of the root, such as `./`, becomes empty.
 */
export function checkedName(name: string): string | null {
  if (name.length > NAME_MAX_CHARACTERS) return null;
  const path = name.normalize('NFC').replaceAll('\\', '/');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || /\p{Cc}/u.test(path)) return null;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? null : parts.join('/');
}

/** The names of an archive that were seen. Names must differ also on disks that ignore case or compose letters. */
export class EntryNames {
  readonly #folded = new Set<string>();

  /** Adds a checked name; false if an equal one was added before. */
  add(path: string): boolean {
    const folded = path.toLowerCase().normalize('NFC');
    if (this.#folded.has(folded)) return false;
    this.#folded.add(folded);
    return true;
  }
}
