import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readLocalAddress } from '../pages/addresses.ts';
import { decodePercent, nameOf } from '../paths.ts';
import { isMarkdown } from './folder-files.ts';

/** Folders whose content is at the root of the website that a program makes of the folder. */
const PUBLISHED = ['', 'static/', 'public/'];

/** Finds what addresses in pages lead to, as the programs that make websites of such folders write them. */
export class PageLinks {
  readonly #tree: FileTree;
  readonly #isVault: boolean;
  /** The paths of pages by their path without extension, and without `index` or `README`. */
  readonly #pages = new Map<string, string>();
  /** Pages and other files by their name in lower case, with and without extension: the ones near the root first. */
  readonly #names = new Map<string, string>();
  /** Folders in which an address that begins with `/` may begin. */
  readonly #roots: readonly string[];

  constructor(tree: FileTree, pages: readonly string[], roots: readonly string[], isVault = false) {
    this.#isVault = isVault;
    this.#tree = tree;
    for (const path of pages) {
      const bare = bareOf(path);
      if (!this.#pages.has(bare)) this.#pages.set(bare, path);
    }
    for (const path of [...tree.files].map((file) => file.path).sort(byDepth)) this.#addName(path);
    this.#roots = [...new Set(['', ...roots])].flatMap((root) => PUBLISHED.map((folder) => root + folder));
  }

  /** Another address of a page: one that begins with `/`, or `label:name` for a place in it. The first one stands. */
  addAddress(address: string, path: string): void {
    const bare = bareOf(address.replace(/^\//, ''));
    if (!this.#pages.has(bare)) this.#pages.set(bare, path);
  }

  /** Obsidian finds a note that was moved by its name. */
  #findMoved(address: string, from: string): string | null {
    const path = readLocalAddress(address, from)?.path ?? '';
    return isMarkdown(path) ? (this.#names.get(nameOf(path).toLowerCase()) ?? null) : null;
  }

  /** Whether a path is that of a file. */
  has(path: string): boolean {
    return this.#tree.find(path) !== undefined;
  }

  #addName(path: string): void {
    const name = nameOf(path).toLowerCase();
    for (const one of isMarkdown(path) ? [name, name.replace(/\.[^.]*$/, '')] : [name]) {
      if (!this.#names.has(one)) this.#names.set(one, path);
    }
  }

  /** The path of what `wiki:Name` or `wiki:Folder/Name` names, wherever it is. */
  #findName(name: string): string | null {
    const path = name.replace(/^\//, '');
    const whole = this.#tree.find(path) ?? this.#tree.find(`${path}.md`);
    return whole?.path ?? this.#names.get(nameOf(path).toLowerCase()) ?? null;
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
    const [, scheme, encoded = ''] = /^(wiki|label):(.*)$/s.exec(address) ?? [];
    const name = decodePercent(encoded);
    if (scheme === 'wiki') return this.#findName(name) ?? name;
    if (scheme === 'label')
      return this.#pages.get(bareOf(`label:${name}`)) ?? this.findPage(name, from) ?? name;
    for (const path of this.#candidates(address, from)) {
      const file = this.#tree.find(path);
      if (file !== undefined) return file.path;
    }
    return this.findPage(address, from) ?? (this.#isVault ? this.#findMoved(address, from) : null);
  }

  #candidates(address: string, from: string): string[] {
    // Docsify: `#/guide` is a page, and `#/guide?id=x` a place in it.
    const written = address.replace(/^#(?=\/)/, '');
    const path = readLocalAddress(written, from)?.path;
    if (path === undefined) return [];
    if (!written.startsWith('/')) return [path];
    // The website may be published below a folder of another name.
    const inner = path.split('/').map((_, at, parts) => parts.slice(at).join('/'));
    return inner.slice(0, PREFIXES_MAX + 1).flatMap((one) => this.#roots.map((root) => root + one));
  }
}

const PREFIXES_MAX = 3;

const byDepth = (one: string, other: string): number => one.split('/').length - other.split('/').length;

const bareOf = (path: string): string =>
  `/${path}`
    .toLowerCase()
    .replace(/\.(?:md|markdown|mdx|qmd|rmd|ipynb|html?|xhtml|txt|docx)$/, '')
    .replace(/\/(?:_?index|readme)$/, '')
    .replace(/\/$/, '');
