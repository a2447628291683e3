import type { FolderPage } from './folder-page.ts';
import type { PageLinks } from './page-links.ts';

/** The paths of files that a page names. */
export function namedFiles(pages: readonly FolderPage[], links: PageLinks): Set<string> {
  const found = pages.flatMap(({ path, outline }) =>
    outline.addresses.map((address) => links.find(address, path)),
  );
  return new Set(found.filter((path) => path !== null));
}
