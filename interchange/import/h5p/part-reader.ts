import { type ImportReport, reasons } from '../import-report.ts';
import type { Attachment } from '../imported-course.ts';
import type { ForeignQuestion } from '../quizzes/foreign-quiz.ts';
import { quizReasons } from '../quizzes/quiz-reasons.ts';
import { hasContent } from '../text/plain-text.ts';
import { titleOfHtml } from '../text/titles.ts';
import { contentOf, type H5pContent, libraryName } from './content.ts';
import { gatherHtml } from './gather.ts';
import { h5pReasons } from './h5p-reasons.ts';
import type { H5pLibrary, InnerReader } from './inner-reader.ts';
import { objectOf } from './json.ts';
import { libraries } from './libraries/all-libraries.ts';
import { isSplit, questionReaders } from './libraries/read-questions.ts';
import { attachmentOf, fileOf } from './media.ts';

const DEPTH_MAX = 40;

/** Reads the parts of one lesson: their text as HTML, with the files and the questions beside it. */
export class PartReader implements InnerReader {
  readonly attachments: Attachment[] = [];
  readonly questions: ForeignQuestion[] = [];
  readonly #report: ImportReport;
  /** The parts that are being read, the outermost first. */
  readonly #open: H5pContent[] = [];
  #hasLeftOut = false;

  constructor(report: ImportReport) {
    this.#report = report;
  }

  /** Whether the report has a part that was left out. */
  get hasLeftOut(): boolean {
    return this.#hasLeftOut;
  }

  /** The text of a part as HTML; empty for one that has none. Parts inside of too many others are left out. */
  html(value: unknown): string {
    const content = contentOf(value);
    if (content.library === '') return '';
    if (this.#open.length >= DEPTH_MAX) {
      this.#report.add('leftOut', nameOf(content), h5pReasons.deep);
      return '';
    }
    this.#open.push(content);
    const html = this.#read(content);
    this.#open.pop();
    return html;
  }

  #read(content: H5pContent): string {
    const questions = questionReaders.get(content.library)?.(content, () =>
      this.html(objectOf(content.params.media).type),
    );
    if (questions !== undefined && questions.length > 0) {
      for (const question of questions) this.questions.push(question);
      if (isSplit(content)) this.#report.add('simplified', nameOf(content), quizReasons.gaps);
      return '';
    }
    const library = libraries.get(content.library) ?? UNKNOWN;
    const html = library.read(content, this);
    this.#reportOutcome(content, library.outcome, hasContent(html));
    return html;
  }

  #reportOutcome(content: H5pContent, outcome: H5pLibrary['outcome'], isText: boolean): void {
    if (outcome === 'same') return;
    const place = nameOf(content);
    const kind = `H5P ${libraryName(content.library)}`;
    const isQuestion = outcome === 'question';
    if (isText)
      this.#report.add('simplified', place, isQuestion ? h5pReasons.question : reasons.program(kind));
    else this.#report.add('leftOut', place, isQuestion ? quizReasons.kind(kind) : reasons.activity(kind));
    this.#hasLeftOut ||= !isText;
  }

  leaveOutDeep(): void {
    const part = this.#open.at(-1);
    if (part !== undefined) this.#report.add('leftOut', nameOf(part), h5pReasons.deep);
  }

  /** Adds the files of a list, or a single one, beside the text. */
  attach(value: unknown, title: string): void {
    for (const one of Array.isArray(value) ? value : [value]) {
      const file = fileOf(one);
      if (file !== null) this.attachments.push(attachmentOf(file, title));
    }
  }
}

const nameOf = ({ title, library }: H5pContent): string => titleOfHtml(title, libraryName(library));

const UNKNOWN: H5pLibrary = { read: ({ params }, reader) => gatherHtml(params, reader), outcome: 'program' };
