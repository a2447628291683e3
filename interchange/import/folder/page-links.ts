import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readLocalAddress } from '../pages/addresses.ts';

/** Folders whose content is at the root of the website that a program makes of the folder. */
const PUBLISHED = ['', 'static/', 'public/'];

/** Finds what addresses in pages lead to, as the programs that make websites of such folders write them. */
export class PageLinks {
  readonly #tree: FileTree;
  /** The paths of pages by their path without extension, and without `index` or `README`. */
  readonly #pages = new Map<string, string>();
  /** Folders in which an address that begins with `/` may begin. */
  readonly #roots: readonly string[];

  constructor(tree: FileTree, pages: readonly string[], roots: readonly string[]) {
    this.#tree = tree;
    for (const path of pages) {
      const bare = bareOf(path);
      if (!this.#pages.has(bare)) this.#pages.set(bare, path);
    }
    this.#roots = [...new Set(['', ...roots])].flatMap((root) => PUBLISHED.map((folder) => root + folder));
  }

  /** The path of the page that an address in another page leads to. */
  findPage(address: string, from: string): string | null {
    for (const path of this.#candidates(address, from)) {
      const page = this.#pages.get(bareOf(path));
      if (page !== undefined) return page;
    }
    return null;
  }

  /** The path of the page or file that an address leads to; null for one outside, or one that is missing. */
  find(address: string, from: string): string | null {
    for (const path of this.#candidates(address, from)) {
      const file = this.#tree.find(path);
      if (file !== undefined) return file.path;
    }
    return this.findPage(address, from);
  }

  #candidates(address: string, from: string): string[] {
    // Docsify: `#/guide` is a page, and `#/guide?id=x` a place in it.
    const written = address.replace(/^#(?=\/)/, '');
    const path = readLocalAddress(written, from)?.path;
    if (path === undefined) return [];
    return written.startsWith('/') ? this.#roots.map((root) => root + path) : [path];
  }
}

const bareOf = (path: string): string =>
  `/${path}`
    .toLowerCase()
    .replace(/\.(?:md|markdown|mdx|html?|xhtml|txt)$/, '')
    .replace(/\/(?:_?index|readme)$/, '')
    .replace(/\/$/, '');
