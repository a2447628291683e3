import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { teeth } from './teeth.ts';

const QUERY = '?tooth=';

/** Bites only those who ask for a module by `?tooth=<name>`: a copy of it with the defect in. */
export function plantTeeth(): Plugin {
  return {
    name: 'plant-teeth',
    enforce: 'pre',
    transform(code, id) {
      const at = id.indexOf(QUERY);
      if (at === -1) return null;
      const name = decodeURIComponent(id.slice(at + QUERY.length));
      const tooth = Object.entries(teeth).find(([known]) => known === name)?.[1];
      if (tooth === undefined) throw new Error(`There is no tooth "${name}"`);
      if (code.split(tooth.was).length !== 2) {
        throw new Error(`${basename(tooth.file)} has no single place for "${name}" any more`);
      }
      return { code: code.replace(tooth.was, () => tooth.is), map: null };
    },
  };
}

/** Where a tooth is planted, and the copy of it, both as absolute paths. */
export function placesOf(name: keyof typeof teeth, root: string): { file: string; bitten: string } {
  const file = join(root, teeth[name].file);
  return { file, bitten: `${file}${QUERY}${encodeURIComponent(name)}` };
}
