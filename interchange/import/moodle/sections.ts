import type { FileTree } from '#interchange/archive/file-tree.ts';
import { groupBy } from '../group-by.ts';
import type { ImportReport } from '../import-report.ts';
import { childrenOf, type XmlElement } from '../xml.ts';
import type { BackupInfo, ListedActivity, ListedSection } from './backup-info.ts';
import { readBackupPart, valueAt } from './read-backup-xml.ts';

/** The section that another one is inside of; what is not known is empty. */
export interface ParentSection {
  /** The module of the subsection that has the section as its content (Moodle 4.5). */
  readonly moduleId: string;
  /** The instance of that subsection. */
  readonly instanceId: string;
  /** The number of the section above, in the format `flexsections`. */
  readonly number: number | null;
}

/** A section of the course with its activities in their order. */
export interface Section {
  readonly sectionId: string;
  /** May contain HTML; empty for a section without a name. */
  readonly title: string;
  readonly number: number;
  /** Null if the file of the section cannot be read. */
  readonly element: XmlElement | null;
  readonly activities: readonly ListedActivity[];
  readonly isHidden: boolean;
  /** Null for a section of the first level. */
  readonly parent: ParentSection | null;
}

/** Reads the sections by their numbers. Activities of no section come last, in a section without a name. */
export async function readSections(
  info: BackupInfo,
  tree: FileTree,
  report: ImportReport,
): Promise<Section[]> {
  const activities = groupBy(info.activities, ({ sectionId }) => sectionId);
  const sections: Section[] = [];
  for (const listed of info.sections) {
    const element = await readBackupPart(tree, `${listed.directory}/section.xml`, report);
    sections.push(sectionOf(listed, element, sections.length, activities.get(listed.sectionId) ?? []));
    activities.delete(listed.sectionId);
  }
  const ordered = sections.toSorted((one, other) => one.number - other.number);
  const others = [...activities.values()].flat();
  if (others.length === 0) return ordered;
  const none = { sectionId: '', title: '', directory: '', parentModuleId: '' };
  return [...ordered, sectionOf(none, null, ordered.length, others)];
}

function sectionOf(
  { sectionId, title, parentModuleId }: ListedSection,
  element: XmlElement | null,
  place: number,
  activities: readonly ListedActivity[],
): Section {
  const sequence = valueAt(element, 'sequence').split(',');
  const places = new Map(sequence.map((moduleId, at) => [moduleId.trim(), at]));
  /** Those that the section does not name come last. */
  const placeOf = ({ moduleId }: ListedActivity) => places.get(moduleId) ?? places.size;
  return {
    ...{ sectionId, element },
    title: valueAt(element, 'name') || (/^\d*$/.test(title) ? '' : title),
    number: numberOf(valueAt(element, 'number')) ?? place,
    activities: activities.toSorted((one, other) => placeOf(one) - placeOf(other)),
    isHidden: valueAt(element, 'visible') === '0',
    parent: parentOf(element, parentModuleId),
  };
}

function parentOf(element: XmlElement | null, moduleId: string): ParentSection | null {
  const isDelegated = valueAt(element, 'component') === 'mod_subsection';
  const instanceId = isDelegated ? valueAt(element, 'itemid') : '';
  const options = element === null ? [] : childrenOf(element, 'course_format_options');
  const parent = options.find(
    (option) => valueAt(option, 'format') === 'flexsections' && valueAt(option, 'name') === 'parent',
  );
  const number = numberOf(valueAt(parent ?? null, 'value')) || null;
  return moduleId === '' && instanceId === '' && number === null ? null : { moduleId, instanceId, number };
}

const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
