import type { ImportedLesson } from '../imported-course.ts';
import { isPage, pathsOf } from '../manifest/manifest-paths.ts';
import { decodePercent, folderOf } from '../paths.ts';
import { type Cartridge, contentFolder, filesOf, findContent, parseReference } from './cartridge-parts.ts';

/** What an address means that leads to a place of the old system without a counterpart. */
export const NOWHERE = '';

/** Under it, the key of the syllabus is remembered. */
export const SYLLABUS = 'syllabus';
/** How Blackboard names a file. */
const XID = /xid-(\d+_\d+)/;

/** Resolves the addresses in the texts of a cartridge. */
export class CartridgeAddresses {
  readonly #cartridge: Cartridge;
  /** Keys of lessons by the identifiers of their resources, items and modules. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #lessons: ReadonlySet<string>;
  #byXid: ReadonlyMap<string, string> | null = null;

  constructor(cartridge: Cartridge, keys: ReadonlyMap<string, string>) {
    this.#cartridge = cartridge;
    this.#keys = keys;
    this.#lessons = new Set(keys.values());
  }

  /** As in ImportedCourse: a path, a key, NOWHERE, or null for an address that is read as any other. */
  find(address: string, lesson: ImportedLesson): string | null {
    const reference = parseReference(address);
    if (reference === null) return this.#findXid(address);
    return this.#findReference(reference.token, reference.rest, lesson);
  }

  #findReference(token: string, rest: string, lesson: ImportedLesson): string | null {
    const path = rest.replace(/[?#].*$/s, '');
    if (token === 'IMS-CC-FILEBASE') return this.#findContent(rest, lesson);
    if (token === 'WIKI-REFERENCE') return this.#findPage(path);
    if (token === 'CANVAS-OBJECT-REFERENCE') return this.#findObject(path);
    return token === 'CANVAS-COURSE-REFERENCE' ? this.#findInCourse(path, lesson) : null;
  }

  #findContent(rest: string, { path }: ImportedLesson): string {
    const found = findContent(this.#cartridge, rest, folderOf(path));
    return found?.path ?? pathsOf(contentFolder(this.#cartridge), rest.replace(/^\/+/, '')).at(-1) ?? NOWHERE;
  }

  /** `/pages/slug` or `/pages/identifier`. */
  #findPage(path: string): string {
    const { tree, manifest } = this.#cartridge;
    const slug = decodePercent(path.replace(/^\/?(pages|wiki)\//, ''));
    const byIdentifier = this.#keys.get(slug);
    if (byIdentifier !== undefined) return byIdentifier;
    const page = `${manifest.folder}wiki_content/${slug}.html`;
    const found = tree.find(page);
    if (found === undefined) return slug === '' ? NOWHERE : page;
    return this.#lessons.has(found.path) ? found.path : NOWHERE;
  }

  /** `/assignments/identifier`, `/modules/items/identifier`, `/files/identifier/download`. */
  #findObject(path: string): string {
    const parts = path.split('/').map(decodePercent);
    const key = parts.map((part) => this.#keys.get(part)).find((one) => one !== undefined);
    return key ?? this.#findFile(parts) ?? NOWHERE;
  }

  #findFile(parts: readonly string[]): string | undefined {
    const { resources } = this.#cartridge.manifest;
    for (const part of parts) {
      const resource = resources.get(part);
      if (resource?.type !== 'webcontent') continue;
      const [file] = filesOf(resource, this.#cartridge);
      if (file !== undefined && !isPage(file.path)) return file.path;
    }
    return undefined;
  }

  #findInCourse(path: string, lesson: ImportedLesson): string {
    const [, contents] = /^\/file_contents\/course(?: |%20)files\/(.*)$/i.exec(path) ?? [];
    if (contents !== undefined) return this.#findContent(contents, lesson);
    if (/^\/(pages|wiki)\//.test(path)) return this.#findPage(path);
    if (/^\/assignments\/syllabus\/?$/.test(path)) return this.#keys.get(SYLLABUS) ?? NOWHERE;
    return this.#findObject(path);
  }

  #findXid(address: string): string | null {
    const [, xid] = XID.exec(address) ?? [];
    if (xid === undefined) return null;
    this.#byXid ??= new Map(
      this.#cartridge.tree.files.flatMap(({ path }) => {
        const [, own] = XID.exec(path) ?? [];
        return own === undefined ? [] : [[own, path]];
      }),
    );
    return this.#byXid.get(xid) ?? null;
  }
}
