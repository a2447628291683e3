import { checkedName } from '#interchange/archive/entry-names.ts';
import { FileTree, MovedFile, type TreeFile } from '#interchange/archive/file-tree.ts';
import { groupBy } from '../group-by.ts';
import { childrenOf, type XmlElement } from '../xml.ts';
import { valueAt } from './read-backup-xml.ts';

/** Where Moodle stores a file: `mod_page`, `content` … */
export interface FileArea {
  readonly contextId: string;
  readonly component: string;
  readonly area: string;
  readonly itemId: string;
}

export interface StoredFile extends FileArea {
  /** In the tree of the course. */
  readonly path: string;
  /** Folders of the area and the name, with `/`. */
  readonly name: string;
  readonly isMain: boolean;
  /** As Moodle states it: `text/html`. */
  readonly type: string;
  readonly contentHash: string;
}

/**
 * The areas with files of authors. All others, such as `submission_files`, `post` and `icon`, are of people: their files
 * are in no tree.
 */
const AREAS: ReadonlySet<string> = new Set([
  ...[
    'intro',
    'introattachment',
    'activityattachment',
    'content',
    'chapter',
    'page_contents',
    'mediafile',
    'package',
  ],
  ...['section', 'summary', 'overviewfiles', 'legacy', 'entry'],
]);
/** Areas of a component whose areas of the same name elsewhere are of people. */
const AREAS_OF: ReadonlySet<string> = new Set([
  'mod_glossary attachment',
  'question questiontext',
  'question answer',
]);
/** What learners hand in has these components, whatever the area is called. */
const PERSONAL = /^(assignsubmission|assignfeedback|workshop|user|question|mod_data|mod_forum|mod_wiki)/;

/** The files of a backup under readable paths, by `files.xml`. */
export class StoredFiles {
  readonly tree: FileTree;
  readonly #inPackages: TreeFile[] = [];
  readonly #byArea: ReadonlyMap<string, StoredFile[]>;

  constructor(list: XmlElement | null, archive: FileTree) {
    const files = (list === null ? [] : childrenOf(list, 'file')).flatMap(readFile);
    this.#byArea = groupBy(files, areaPath);
    this.tree = new FileTree(
      files.flatMap(({ contentHash, path }) => {
        const stored = archive.find(`files/${contentHash.slice(0, 2)}/${contentHash}`);
        return stored === undefined ? [] : [new MovedFile(stored, path)];
      }),
    );
  }

  /** Adds the files of a package that is a file of the backup. */
  addPackage(files: readonly TreeFile[]): void {
    for (const file of files) this.#inPackages.push(file);
  }

  /** The tree of the course. */
  allFiles(): FileTree {
    return new FileTree([...this.tree.files, ...this.#inPackages]);
  }

  /** The files of an area: the main file first, the others by name. */
  list(area: FileArea): readonly StoredFile[] {
    return (this.#byArea.get(areaPath(area)) ?? []).toSorted(
      (one, other) => Number(other.isMain) - Number(one.isMain) || compare(one.name, other.name),
    );
  }
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The folder of an area in the tree of the course. */
export const areaPath = ({ contextId, component, area, itemId }: FileArea): string =>
  ['moodle', contextId, component, area, itemId].join('/');

/** No file for a folder, a file of a person, and a name that leads elsewhere. */
function readFile(element: XmlElement): StoredFile[] {
  const place: FileArea = {
    contextId: valueAt(element, 'contextid'),
    component: valueAt(element, 'component'),
    area: valueAt(element, 'filearea'),
    itemId: valueAt(element, 'itemid') || '0',
  };
  const fileName = valueAt(element, 'filename');
  const isKnown = AREAS_OF.has(`${place.component} ${place.area}`);
  const isOfPeople = PERSONAL.test(place.component) && place.area !== 'intro';
  if (!isKnown && (isOfPeople || !AREAS.has(place.area))) return [];
  const name = checkedName(`${valueAt(element, 'filepath')}/${fileName}`.replace(/^\/+/, ''));
  const path = checkedName(`${areaPath(place)}/${name}`);
  if (fileName === '.' || !name || path === null) return [];
  const isMain = valueAt(element, 'sortorder') === '1';
  const type = valueAt(element, 'mimetype');
  return [{ ...place, path, name, isMain, type, contentHash: valueAt(element, 'contenthash').toLowerCase() }];
}
