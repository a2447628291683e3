import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import { findAddressed, isAttached, isPage } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { Manifest, ManifestResource } from '../manifest/read-manifest.ts';
import { decodePercent, folderOf, isAbsolute, nameOf } from '../paths.ts';

/** The address that opens a part; some files name it only in its list. */
export const launchOf = ({ href, files }: ManifestResource): string => href || (files[0] ?? '');

/** The files of the parts of a package. */
export class ScoFiles {
  readonly tree: FileTree;
  readonly #manifest: Manifest;
  /** The files that open a part. */
  readonly #launched: ReadonlySet<TreeFile | undefined>;
  readonly #isOnlyOne: boolean;

  constructor(tree: FileTree, manifest: Manifest) {
    this.tree = tree;
    this.#manifest = manifest;
    const launched = [...manifest.resources.values()].filter(({ href }) => href !== '');
    this.#launched = new Set(launched.map(({ folder, href }) => findAddressed(tree, folder, href)));
    this.#isOnlyOne = launched.length === 1;
  }

  /**
   * The file that opens a part and those that it lists, in that order, without those that open another. A package with
   * only one part often lists few of its files: the others follow in the order of their names.
   */
  of(resource: ManifestResource, report: ImportReport): TreeFile[] {
    const files = new Set<TreeFile>();
    const launch = launchOf(resource);
    for (const href of [launch, ...resource.files]) {
      if (href === '' || isAbsolute(href)) continue;
      const file = findAddressed(this.tree, resource.folder, href);
      if (file !== undefined && (href === launch || !this.#launched.has(file))) files.add(file);
      if (file === undefined && href !== launch) reportMissing(href, report);
    }
    return this.#isOnlyOne ? [...new Set([...files, ...this.#unlisted()])] : [...files];
  }

  /** Without the files of packages inside of this one. */
  #unlisted(): TreeFile[] {
    const { folder } = this.#manifest;
    const inside = this.tree.files.filter(({ path }) => path.startsWith(folder));
    const others = inside
      .filter(({ path }) => nameOf(path).toLowerCase() === 'imsmanifest.xml' && folderOf(path) !== folder)
      .map(({ path }) => folderOf(path));
    return inside
      .filter(({ path }) => !/(^|\/)(\.|__MACOSX\/)/.test(path))
      .filter(({ path }) => !others.some((other) => path.startsWith(other)))
      .sort((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }));
  }
}

/** Not style sheets, scripts and schemas: they would not be taken. */
function reportMissing(href: string, report: ImportReport): void {
  const name = nameOf(decodePercent(href.replace(/[?#].*$/s, '')));
  if (isPage(name) || isAttached(name)) report.add('missing', name, packageReasons.notThere);
}
