import type { FileTree } from '#interchange/archive/file-tree.ts';
import { reasons } from '../import-report.ts';
import type { ImportedLesson, ImportedModule } from '../imported-course.ts';
import { textOfHtml } from '../text/plain-text.ts';
import { joinTitles } from '../text/titles.ts';
import { Activity, type ActivityTools } from './activities/activity.ts';
import { readActivity, readActivityFile } from './activities/read-activity.ts';
import { leaveOutUnread } from './activities/read-others.ts';
import type { ListedActivity } from './backup-info.ts';
import { type Draft, joinLabels } from './join-labels.ts';
import type { LinkTargets } from './moodle-links.ts';
import { findPart, valueAt } from './read-backup-xml.ts';
import { readSummary, type SectionSummary } from './section-summary.ts';
import type { ParentSection, Section } from './sections.ts';

interface CourseParts extends ActivityTools {
  readonly tree: FileTree;
  readonly sections: readonly Section[];
  /** Receives the lessons of the activities. */
  readonly links: LinkTargets;
  /** The context of the course. */
  readonly contextId: string;
}

/** A shorter text above activities that were all left out is no lesson. */
const SUMMARY_CHARACTERS = 200;

/** Reads the activities of the sections. */
export class CourseReader {
  readonly #parts: CourseParts;
  /** No section is inside of itself. */
  readonly #read = new Set<Section>();

  constructor(parts: CourseParts) {
    this.#parts = parts;
  }

  /** Sections inside of others that are not there come last. */
  async readModules(): Promise<ImportedModule[]> {
    const { sections, report } = this.#parts;
    const modules: ImportedModule[] = [];
    const isInner = ({ parent }: Section) => parent !== null;
    for (const section of [...sections.filter((one) => !isInner(one)), ...sections.filter(isInner)]) {
      if (this.#read.has(section)) continue;
      const module = await this.#readModule(section);
      if (module.lessons.length > 0) modules.push(module);
      else report.add('leftOut', module.title, reasons.noLessons);
    }
    return modules;
  }

  async #readModule(section: Section): Promise<ImportedModule> {
    const summary = readSummary(section, this.#parts.contextId);
    const lessons = await this.#readLessons(section, summary);
    const { title, description, lesson } = summary;
    return lesson !== null && isLesson(summary, lessons.length, section.activities.length)
      ? { title, description: '', lessons: [lesson, ...lessons] }
      : { title, description, lessons };
  }

  async #readLessons(section: Section, { title }: SectionSummary): Promise<ImportedLesson[]> {
    this.#read.add(section);
    const { sections, report } = this.#parts;
    const drafts: Draft[] = [];
    for (const listed of section.activities) drafts.push(...(await this.#readActivity(listed)));
    if (section.isHidden && drafts.length > 0) report.add('simplified', title, reasons.hidden);
    for (const inner of sections.filter(({ parent }) => parent?.number === section.number))
      drafts.push(...(await this.#readInner(inner)));
    return joinLabels(drafts);
  }

  async #readActivity(listed: ListedActivity): Promise<Draft[]> {
    const { tree, report, links } = this.#parts;
    if (leaveOutUnread(listed, report)) return [];
    const root = await readActivityFile(listed.kind)(tree, `${listed.directory}/${listed.kind}.xml`, report);
    if (root === null) return [];
    const activity = new Activity(listed, root, this.#parts);
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

  async #readSubsection({ moduleId, instanceId }: Activity): Promise<Draft[]> {
    const isInside = (parent: ParentSection | null) =>
      parent?.moduleId === moduleId || (instanceId !== '' && parent?.instanceId === instanceId);
    const section = this.#parts.sections.find(({ parent }) => isInside(parent));
    return section === undefined ? [] : this.#readInner(section);
  }

  /** The lessons of a section inside of a section; its title becomes part of theirs. */
  async #readInner(section: Section): Promise<Draft[]> {
    if (this.#read.has(section)) return [];
    const summary = readSummary(section, this.#parts.contextId);
    const lessons = await this.#readLessons(section, summary);
    const all = joinLabels([
      ...(summary.lesson === null ? [] : [{ lesson: summary.lesson, isLabel: true }]),
      ...lessons.map((lesson) => ({ lesson, isLabel: false })),
    ]);
    if (all.length > 0) this.#parts.report.add('simplified', summary.title, reasons.deeper);
    const titled = all.map((lesson) => ({ ...lesson, title: joinTitles(summary.title, lesson.title) }));
    return titled.map((lesson) => ({ lesson, isLabel: false }));
  }

  async #reportHidden({ directory }: ListedActivity, title: string): Promise<void> {
    const { tree, report } = this.#parts;
    const module = await findPart(tree, `${directory}/module.xml`);
    if (valueAt(module, 'visible') === '0') report.add('simplified', title, reasons.hidden);
  }
}

/** Whether the text above a section is a lesson rather than the description of the module. */
function isLesson({ lesson, description }: SectionSummary, lessons: number, activities: number): boolean {
  if (description === '') return true;
  if (lessons > 0) return false;
  return activities === 0 || textOfHtml(lesson?.html ?? '').length >= SUMMARY_CHARACTERS;
}
