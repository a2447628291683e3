import { type ImportFormat, lazyReader } from '../import-format.ts';
import { profileOf } from '../manifest/read-manifest.ts';

/** Common Cartridge 1.0 to 1.4, thin ones too, with what Canvas adds, and plain packages of pages. */
export const cartridgeFormat: ImportFormat = {
  title: 'Common Cartridge',
  recognises: async (tree) => (await profileOf(tree)) === 'cartridge',
  ...lazyReader(async () => (await import('./read-cartridge.ts')).readCartridge),
};
