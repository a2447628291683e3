import { ImportError } from '../import-error.ts';
import type { ImportReport } from '../import-report.ts';
import { type ImportedCourse, lessonOf } from '../imported-course.ts';
import { joinTitles } from '../text/titles.ts';
import type { ForeignQuestion } from './foreign-quiz.ts';
import type { ReadQuestion } from './moodle/read-question.ts';

/** The questions of a category of a bank. */
interface Category {
  /** Its levels, the outermost first; empty for questions of none. */
  readonly path: readonly string[];
  readonly questions: ForeignQuestion[];
}

/** Collects the questions of a bank by their categories: each becomes a lesson with practice. */
export class BankCourse {
  readonly #categories = new Map<string, Category>();
  readonly #report: ImportReport;
  readonly #name: string;
  #current: readonly string[] = [];

  constructor(name: string, report: ImportReport) {
    this.#name = name;
    this.#report = report;
  }

  /** Begins a category, by its path as Moodle writes it: `$course$/top/Default for Tides/Moon`. */
  begin(path: string): void {
    this.#current = path
      .replaceAll('//', '\u0000')
      .split('/')
      .map((part) => part.replaceAll('\u0000', '/').trim())
      .filter((part) => part !== '' && !/^(\$\w+\$|top)$/i.test(part));
  }

  add({ questions, reasons }: ReadQuestion, name: string): void {
    const place = name || joinTitles(...this.#current) || this.#name;
    for (const reason of new Set(reasons))
      this.#report.add(questions.length === 0 ? 'leftOut' : 'simplified', place, reason);
    const key = JSON.stringify(this.#current);
    const category = this.#categories.get(key) ?? { path: this.#current, questions: [] };
    for (const question of questions) category.questions.push(question);
    this.#categories.set(key, category);
  }

  /** A lesson of practice for each category. Throws ImportError without any question. */
  build(): ImportedCourse {
    const filled = [...this.#categories.values()].filter(({ questions }) => questions.length > 0);
    if (filled.length === 0) throw new ImportError('nothing');
    const common = filled.length > 1 ? commonLevels(filled.map(({ path }) => path)) : 0;
    const lessons = filled.map(({ path, questions }, at) => {
      const title = joinTitles(...path.slice(common)) || path.at(-1) || this.#name;
      return lessonOf({ key: `bank/${at + 1}`, title, quizzes: [{ title, use: 'practice', questions }] });
    });
    const course = { title: this.#name, description: '', instructor: '', picture: null };
    return { ...course, modules: [{ title: this.#name, description: '', lessons }] };
  }
}

/** How many levels all paths begin with. */
function commonLevels([first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = first.findIndex((level, at) => others.some((path) => path[at] !== level));
  return differs < 0 ? first.length : differs;
}
