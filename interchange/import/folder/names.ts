import { titleOfName } from '../text/titles.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders names as people number them: 2 before 10. */
export const compareNames = (one: string, other: string): number =>
  collator.compare(one, other) || (one < other ? -1 : Number(one > other));

/** A number before a name: `01-`, `1. `, `2_`, `3)`. */
const NUMBER = /^\d{1,3}(?:\.\d{1,3})*\s*(?:[-_.)]+\s*|\s+)(?=\S)/;

/**
 * The titles of files or folders beside each other, by their names without extensions. Numbers before them are removed
 * if all have one; a single one needs a leading zero, as `12 monkeys` may be a title.
 */
export function titlesOfNames(names: readonly string[]): Map<string, string> {
  const isNumbered =
    names.every((name) => NUMBER.test(name)) && (names.length > 1 || /^0/.test(names[0] ?? ''));
  return new Map(names.map((name) => [name, titleOfName(isNumbered ? name.replace(NUMBER, '') : name)]));
}

/** The folder that contains all files, with a `/` at its end; empty if there is none. */
export function commonFolder(files: readonly { readonly path: string }[]): string {
  const first = files[0]?.path.split('/', 1)[0] ?? '';
  return files.every(({ path }) => path.startsWith(`${first}/`)) ? `${first}/` : '';
}
