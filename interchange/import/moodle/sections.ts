import type { FileTree } from '../../archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import type { XmlElement } from '../xml.ts';
import type { BackupInfo, ListedActivity } from './backup-info.ts';
import { readPart, valueAt } from './moodle-xml.ts';

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
  /** The subsection that the section is the content of, by its module or by its instance; else empty. */
  readonly parentModuleId: string;
  readonly parentInstanceId: string;
}

/** Reads the sections by their numbers. Activities of no section come last, in a section without a name. */
export async function readSections(
  info: BackupInfo,
  tree: FileTree,
  report: ImportReport,
): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { sectionId, title, directory, parentModuleId } of info.sections) {
    const element = await readPart(tree, `${directory}/section.xml`, report);
    const isDelegated = valueAt(element ?? undefined, 'component') === 'mod_subsection';
    sections.push({
      ...{ sectionId, element, parentModuleId },
      title: valueAt(element ?? undefined, 'name') || (/^\d*$/.test(title) ? '' : title),
      number: Number(valueAt(element ?? undefined, 'number') || sections.length) || 0,
      activities: activitiesOf(info, sectionId, valueAt(element ?? undefined, 'sequence')),
      isHidden: valueAt(element ?? undefined, 'visible') === '0',
      parentInstanceId: isDelegated ? valueAt(element ?? undefined, 'itemid') : '',
    });
  }
  const known = new Set(sections.map(({ sectionId }) => sectionId));
  const others = info.activities.filter(({ sectionId }) => !known.has(sectionId));
  const ordered = sections.toSorted((one, other) => one.number - other.number);
  return others.length === 0 ? ordered : [...ordered, sectionOf(others, ordered.length)];
}

const sectionOf = (activities: readonly ListedActivity[], number: number): Section => ({
  ...{ activities, number, sectionId: '', title: '', element: null, isHidden: false },
  ...{ parentModuleId: '', parentInstanceId: '' },
});

/** In the order of the section's list of modules; those that it does not name come last. */
function activitiesOf(info: BackupInfo, sectionId: string, sequence: string): ListedActivity[] {
  const places = new Map(sequence.split(',').map((moduleId, at) => [moduleId.trim(), at]));
  const placeOf = ({ moduleId }: ListedActivity) => places.get(moduleId) ?? places.size;
  return info.activities
    .filter((activity) => activity.sectionId === sectionId)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}
