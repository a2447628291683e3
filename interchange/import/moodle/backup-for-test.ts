import type { FileTree } from '#interchange/archive/file-tree.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportReport } from '../import-report.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { moodleFormat } from './moodle-format.ts';

/** An activity as backups have it. `fields` become elements of its own file; `inside` is more XML of it. */
export interface ActivityForTest {
  readonly id: number;
  readonly kind: string;
  readonly name: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly inside?: string;
  readonly hidden?: boolean;
}

export interface SectionForTest {
  readonly name?: string;
  readonly summary?: string;
  readonly activities?: readonly ActivityForTest[];
  readonly hidden?: boolean;
  /** More XML of the section. */
  readonly inside?: string;
  readonly parentModule?: number;
}

export interface FileForTest {
  readonly contextId: number;
  readonly component: string;
  readonly area: string;
  readonly itemId?: number;
  readonly folder?: string;
  readonly name: string;
  readonly hash: string;
  readonly isMain?: boolean;
  readonly type?: string;
}

type Contents = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

export const COURSE_CONTEXT = 25;
/** The context of an activity of the id, and its instance. */
export const contextOf = (id: number): number => id + 1_000;
export const instanceOf = (id: number): number => id + 500;

/** The files of a backup. `contents`: the bytes of stored files by hash, and whole files by path. */
export function backupForTest(
  sections: readonly SectionForTest[],
  files: readonly FileForTest[] = [],
  contents: Contents = {},
): Record<string, string | Uint8Array<ArrayBuffer>> {
  const all: Record<string, string | Uint8Array<ArrayBuffer>> = {
    'moodle_backup.xml': listXml(sections),
    'course/course.xml': `<course id="2" contextid="${COURSE_CONTEXT}"><fullname>Tides</fullname><summary>&lt;p&gt;About &lt;b&gt;water&lt;/b&gt;&lt;/p&gt;</summary></course>`,
    'files.xml': `<files>${files.map(fileXml).join('')}</files>`,
  };
  for (const [number, section] of sections.entries()) {
    all[`sections/section_${number + 100}/section.xml`] = sectionXml(section, number);
    for (const activity of section.activities ?? []) {
      all[`activities/${activity.kind}_${activity.id}/${activity.kind}.xml`] = activityXml(activity);
      all[`activities/${activity.kind}_${activity.id}/module.xml`] =
        `<module id="${activity.id}"><visible>${activity.hidden ? 0 : 1}</visible></module>`;
    }
  }
  for (const [name, content] of Object.entries(contents))
    all[/^[0-9a-f]{4,}$/.test(name) ? `files/${name.slice(0, 2)}/${name}` : name] = content;
  return all;
}

function listXml(sections: readonly SectionForTest[]): string {
  // By their ids, as Moodle lists them: only the section knows their order.
  const activities = sections
    .flatMap(({ activities: inside = [] }, number) => inside.map((activity) => ({ number, ...activity })))
    .toSorted((one, other) => one.id - other.id)
    .map(
      ({ id, kind, name, number }) =>
        `<activity><moduleid>${id}</moduleid><sectionid>${number + 100}</sectionid><modulename>${kind}</modulename><title>${escapeHtml(name)}</title><directory>activities/${kind}_${id}</directory></activity>`,
    );
  const list = sections.map(
    ({ name, parentModule = '' }, number) =>
      `<section><sectionid>${number + 100}</sectionid><title>${escapeHtml(name ?? String(number))}</title><directory>sections/section_${number + 100}</directory><parentcmid>${parentModule}</parentcmid></section>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><moodle_backup><information><moodle_release>4.5</moodle_release><original_course_fullname>Tides of old</original_course_fullname><contents><activities>${activities.join('')}</activities><sections>${list.join('')}</sections></contents></information></moodle_backup>`;
}

function sectionXml(section: SectionForTest, number: number): string {
  const { name, summary = '', activities = [], hidden = false, inside = '' } = section;
  const sequence = activities.map(({ id }) => id).join(',');
  const title = name === undefined ? '$@NULL@$' : escapeHtml(name);
  return `<section id="${number + 100}"><number>${number}</number><name>${title}</name><summary>${escapeHtml(summary)}</summary><summaryformat>1</summaryformat><sequence>${sequence}</sequence><visible>${hidden ? 0 : 1}</visible>${inside}</section>`;
}

function activityXml({ id, kind, name, fields = {}, inside = '' }: ActivityForTest): string {
  const elements = Object.entries({ introformat: '1', contentformat: '1', ...fields }).map(
    ([field, value]) => `<${field}>${escapeHtml(value)}</${field}>`,
  );
  return `<activity id="${instanceOf(id)}" moduleid="${id}" modulename="${kind}" contextid="${contextOf(id)}"><${kind} id="${instanceOf(id)}"><name>${escapeHtml(name)}</name>${elements.join('')}${inside}</${kind}></activity>`;
}

function fileXml({ contextId, component, area, itemId = 0, folder = '/', ...file }: FileForTest): string {
  return `<file><contenthash>${file.hash}</contenthash><contextid>${contextId}</contextid><component>${component}</component><filearea>${area}</filearea><itemid>${itemId}</itemid><filepath>${escapeHtml(folder)}</filepath><filename>${escapeHtml(file.name)}</filename><mimetype>${file.type ?? ''}</mimetype><sortorder>${file.isMain ? 1 : 0}</sortorder></file>`;
}

interface ReadBackup {
  readonly course: ImportedCourse;
  readonly tree: FileTree;
  readonly report: string[];
}

/** Reads a backup. Report lines are one text each: `leftOut 2 Title: reason`. */
export async function readForTest(files: Contents): Promise<ReadBackup> {
  const report = new ImportReport();
  const course = await moodleFormat.read({ tree: treeForTest(files), name: 'backup', report });
  const lines = report.lines.map(
    ({ outcome, count, place, reason }) => `${outcome} ${count} ${place}: ${reason}`,
  );
  return { course, tree: course.tree ?? treeForTest({}), report: lines };
}

/** The titles of a course: `Module: Lesson, Lesson`. */
export const titlesOf = ({ modules }: ImportedCourse): string[] =>
  modules.map(({ title, lessons }) => `${title}: ${lessons.map((lesson) => lesson.title).join(', ')}`);
