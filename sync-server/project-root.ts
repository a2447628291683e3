import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that contains package.json, found from the path of this module: the same for the sources run by
 * tsx and for the bundle in dist/server. The working directory does not matter.
 */
export function findProjectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The project folder (with package.json) was not found');
    folder = parent;
  }
  return folder;
}
