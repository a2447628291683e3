import { childrenOf, findElement, type XmlElement } from '../xml.ts';
import { valueAt } from './read-backup-xml.ts';

/** An activity as the list of the backup has it. */
export interface ListedActivity {
  /** The id of the course module: sequences and links name it. */
  readonly moduleId: string;
  readonly sectionId: string;
  /** `page`, `book` … */
  readonly kind: string;
  /** May contain HTML. */
  readonly title: string;
  readonly directory: string;
}

export interface ListedSection {
  readonly sectionId: string;
  /** A number for a section without a name. */
  readonly title: string;
  readonly directory: string;
  /** The module of the subsection that the section belongs to (Moodle 4.5); else empty. */
  readonly parentModuleId: string;
}

/** What `moodle_backup.xml` lists. */
export interface BackupInfo {
  readonly title: string;
  readonly activities: readonly ListedActivity[];
  readonly sections: readonly ListedSection[];
}

export function readBackupInfo(root: XmlElement): BackupInfo {
  const information = findElement(root, 'information');
  const contents = findElement(information, 'contents');
  return {
    title: valueAt(information, 'original_course_fullname'),
    activities: listOf(contents, 'activities', 'activity').map((activity) => ({
      moduleId: valueAt(activity, 'moduleid'),
      sectionId: valueAt(activity, 'sectionid'),
      kind: valueAt(activity, 'modulename'),
      title: valueAt(activity, 'title'),
      directory: valueAt(activity, 'directory'),
    })),
    sections: listOf(contents, 'sections', 'section').map((section) => ({
      sectionId: valueAt(section, 'sectionid'),
      title: valueAt(section, 'title'),
      directory: valueAt(section, 'directory'),
      parentModuleId: valueAt(section, 'parentcmid'),
    })),
  };
}

function listOf(contents: XmlElement | undefined, list: string, item: string): XmlElement[] {
  const element = findElement(contents, list);
  return element === undefined ? [] : childrenOf(element, item);
}
