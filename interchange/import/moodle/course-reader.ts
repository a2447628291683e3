import type { FileTree } from '../../archive/file-tree.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import type { ImportedLesson, ImportedModule } from '../imported-course.ts';
import { cutTitle } from '../plain-text.ts';
import { Activity } from './activities/activity.ts';
import { readActivity } from './activities/read-activity.ts';
import type { ListedActivity } from './backup-info.ts';
import { type Draft, joinLabels } from './join-labels.ts';
import type { LinkTargets } from './moodle-links.ts';
import { moodleReasons } from './moodle-reasons.ts';
import { findPart, readPart, valueAt } from './moodle-xml.ts';
import { readSummary, type SectionSummary } from './section-summary.ts';
import type { Section } from './sections.ts';
import type { StoredFiles } from './stored-files.ts';

interface CourseParts {
  readonly tree: FileTree;
  readonly report: ImportReport;
  readonly files: StoredFiles;
  readonly sections: readonly Section[];
  /** Receives the lessons of the activities. */
  readonly links: LinkTargets;
  /** Of the course. */
  readonly contextId: string;
}

/** Reads the activities of the sections. */
export class CourseReader {
  readonly #parts: CourseParts;
  /** A subsection cannot contain itself. */
  readonly #read = new Set<Section>();

  constructor(parts: CourseParts) {
    this.#parts = parts;
  }

  /** Sections of subsections that no activity names come last. */
  async readModules(): Promise<ImportedModule[]> {
    const { sections, report } = this.#parts;
    const isInner = (section: Section) => section.parentModuleId !== '' || section.parentInstanceId !== '';
    const modules: ImportedModule[] = [];
    for (const section of [...sections.filter((one) => !isInner(one)), ...sections.filter(isInner)]) {
      if (this.#read.has(section)) continue;
      const module = await this.#readModule(section);
      if (module.lessons.length > 0) modules.push(module);
      else report.add('leftOut', module.title, moodleReasons.noLessons);
    }
    return modules;
  }

  async #readModule(section: Section): Promise<ImportedModule> {
    const summary = readSummary(section, this.#parts.contextId);
    const { title, description, lesson } = summary;
    const lessons = await this.#readLessons(section, summary);
    const isLesson = lesson !== null && (description === '' || lessons.length === 0);
    return isLesson
      ? { title, description: '', lessons: [lesson, ...lessons] }
      : { title, description, lessons };
  }

  async #readLessons(section: Section, { title }: SectionSummary): Promise<ImportedLesson[]> {
    this.#read.add(section);
    const drafts: Draft[] = [];
    for (const listed of section.activities) drafts.push(...(await this.#readActivity(listed)));
    if (section.isHidden && drafts.length > 0)
      this.#parts.report.add('simplified', title, moodleReasons.hidden);
    return joinLabels(drafts);
  }

  async #readActivity(listed: ListedActivity): Promise<Draft[]> {
    const { tree, report, files, links } = this.#parts;
    const root = await readPart(tree, `${listed.directory}/${listed.kind}.xml`, report);
    if (root === null) return [];
    const activity = new Activity(listed, root, files, report);
    if (listed.kind === 'subsection') return this.#readSubsection(activity);
    const isLabel = listed.kind === 'label';
    const lessons = await readActivity(activity);
    const [first] = lessons;
    if (first === undefined) return [];
    if (!isLabel) links.addActivity(activity, first.lesson.key);
    for (const { partIds, lesson } of lessons)
      for (const partId of partIds) links.addPart(activity, partId, lesson.key);
    await this.#reportHidden(listed, activity.title);
    return lessons.map(({ lesson }) => ({ lesson, isLabel }));
  }

  /** The lessons of a section inside of a section; its title becomes part of theirs. */
  async #readSubsection({ moduleId, instanceId, title }: Activity): Promise<Draft[]> {
    const { sections, report, contextId } = this.#parts;
    const isInside = ({ parentModuleId, parentInstanceId }: Section) =>
      parentModuleId === moduleId || (parentInstanceId !== '' && parentInstanceId === instanceId);
    const section = sections.find((one) => isInside(one) && !this.#read.has(one));
    if (section === undefined) return [];
    report.add('simplified', title, reasons.deeper);
    const summary = readSummary(section, contextId);
    const lessons = await this.#readLessons(section, summary);
    const all = joinLabels([
      ...(summary.lesson === null ? [] : [{ lesson: summary.lesson, isLabel: true }]),
      ...lessons.map((lesson) => ({ lesson, isLabel: false })),
    ]);
    return all.map((lesson) => ({
      lesson: { ...lesson, title: below(title, lesson.title) },
      isLabel: false,
    }));
  }

  async #reportHidden({ directory }: ListedActivity, title: string): Promise<void> {
    const { tree, report } = this.#parts;
    const module = await findPart(tree, `${directory}/module.xml`);
    if (valueAt(module ?? undefined, 'visible') === '0')
      report.add('simplified', title, moodleReasons.hidden);
  }
}

const below = (title: string, inner: string): string =>
  title === inner ? title : cutTitle(`${title}: ${inner}`);
