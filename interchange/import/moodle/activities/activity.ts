import type { ImportReport } from '#interchange/import/import-report.ts';
import { type Attachment, type ImportedLesson, lessonOf } from '#interchange/import/imported-course.ts';
import { descriptionOf, hasMedia } from '#interchange/import/text/plain-text.ts';
import { joinTitles, titleOfHtml } from '#interchange/import/text/titles.ts';
import { findElement, type XmlElement } from '#interchange/import/xml.ts';
import type { ListedActivity } from '../backup-info.ts';
import { firstLanguage, htmlOf } from '../moodle-text.ts';
import type { QuestionBank } from '../question-bank.ts';
import { valueAt } from '../read-backup-xml.ts';
import { areaPath, type StoredFile, type StoredFiles } from '../stored-files.ts';

/** A lesson of an activity. `partIds`: the chapters or pages that are in it, by which links name it. */
export interface ActivityLesson {
  readonly lesson: ImportedLesson;
  readonly partIds: readonly string[];
}

/** What the readers of all activities need. */
export interface ActivityTools {
  readonly report: ImportReport;
  readonly files: StoredFiles;
  /** The questions of the backup, which are read with its first quiz. */
  readonly questionBank: () => Promise<QuestionBank>;
}

/** An activity with its own file, and what its reader needs. */
export class Activity {
  readonly moduleId: string;
  readonly kind: string;
  readonly title: string;
  readonly instanceId: string;
  readonly element: XmlElement;
  readonly report: ImportReport;
  readonly files: StoredFiles;
  readonly questionBank: ActivityTools['questionBank'];
  readonly #contextId: string;

  /** `root` is the element `activity` of the file of the activity. */
  constructor(listed: ListedActivity, root: XmlElement, tools: ActivityTools) {
    const { moduleId, kind } = listed;
    this.moduleId = moduleId;
    this.kind = kind;
    this.element = findElement(root, kind) ?? root;
    this.title = titleOfHtml(firstLanguage(valueAt(this.element, 'name') || listed.title), kind);
    this.instanceId = root.attributes.get('id') ?? '';
    this.files = tools.files;
    this.report = tools.report;
    this.questionBank = tools.questionBank;
    this.#contextId = root.attributes.get('contextid') ?? '';
  }

  /** A text of an element as HTML; its files are those of an area. */
  html(element: XmlElement, field: string, area: string, itemId = '0'): string {
    const folder = this.folderOf(area, itemId);
    return htmlOf(firstLanguage(valueAt(element, field)), valueAt(element, `${field}format`), folder);
  }

  get intro(): string {
    return this.html(this.element, 'intro', 'intro');
  }

  /** Where the files of an area are in the tree of the course. */
  folderOf(area: string, itemId: string): string {
    return areaPath(this.#area(area, itemId));
  }

  filesOf(area: string, itemId = '0'): readonly StoredFile[] {
    return this.files.list(this.#area(area, itemId));
  }

  attachments(area: string, itemId = '0'): Attachment[] {
    return this.filesOf(area, itemId).map(({ name, path }) => ({ title: name, file: path }));
  }

  keyOf(partId: string): string {
    return partId === '' ? `activities/${this.moduleId}` : `activities/${this.moduleId}/${partId}`;
  }

  /** The only lesson of an activity. */
  single(lesson: Partial<ImportedLesson>): ActivityLesson[] {
    return [{ partIds: [], lesson: lessonOf({ key: this.keyOf(''), title: this.title, ...lesson }) }];
  }

  /** The introduction as a description; as the begin of the text where it is more than text. */
  introduce(html: string): { description: string; html: string } {
    const { intro } = this;
    if (hasMedia(intro)) return { description: '', html: intro + html };
    const description = descriptionOf(intro);
    return { description: description === this.title ? '' : description, html };
  }

  #area(area: string, itemId: string) {
    return { contextId: this.#contextId, component: `mod_${this.kind}`, area, itemId };
  }
}

/** The title of a part of an activity: `Book: Chapter`. */
export const partTitle = ({ title }: Activity, part: string): string =>
  joinTitles(title, titleOfHtml(firstLanguage(part)));
