import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { type ImportedCourse, type ImportedLesson, lessonOf } from '../imported-course.ts';
import { findAddressed } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import { findManifest, readManifest } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import { folderOf, nameOf } from '../paths.ts';
import type { ForeignQuestion, ForeignQuiz } from '../quizzes/foreign-quiz.ts';
import { QUESTIONS_MAX } from '../quizzes/limit-questions.ts';
import { readItem2 } from '../quizzes/qti2/read-item2.ts';
import { titleOfHtml } from '../text/titles.ts';
import { childrenOf, type XmlElement } from '../xml.ts';

/** Reads a package, or a single item: each test is a lesson, and items of no test are practice. Throws ImportError. */
export async function readQti2(source: ImportSource): Promise<ImportedCourse> {
  const { tree, name, report } = source;
  const file = findManifest(tree);
  const manifest = file === undefined ? null : await readManifest(file, tree, report);
  const reader = new PackageReader(source);
  const resources = manifest === null ? [] : [...manifest.resources.values()];
  const filesOf = (type: RegExp) =>
    resources
      .filter((resource) => type.test(resource.type))
      .map(({ folder, href, files }) => findAddressed(tree, folder, href || (files[0] ?? '')))
      .filter((one) => one !== undefined);
  const lessons: ImportedLesson[] = [];
  for (const test of filesOf(/^imsqti_(test|assessment)_xmlv2/))
    lessons.push(...(await reader.readTest(test)));
  const items = manifest === null ? tree.files : filesOf(/^imsqti_item_xmlv2/);
  lessons.push(...(await reader.readOthers(items, manifest?.title || name)));
  if (lessons.length === 0) throw new ImportError('nothing');
  const title = manifest?.title || name;
  return {
    ...{ title, description: '', instructor: '', picture: null },
    modules: [{ title, description: '', lessons }],
  };
}

class PackageReader {
  readonly #source: ImportSource;
  /** The items that tests have. */
  readonly #known = new Set<string>();

  constructor(source: ImportSource) {
    this.#source = source;
  }

  async readTest(file: TreeFile): Promise<ImportedLesson[]> {
    const root = await this.#readXml(file);
    if (root === null) return [];
    const title = titleOfHtml(root.attributes.get('title') ?? '', nameOf(file.path));
    const questions: ForeignQuestion[] = [];
    for (const href of referencesIn(root)) {
      if (questions.length > QUESTIONS_MAX) break;
      const item = findAddressed(this.#tree, folderOf(file.path), href);
      if (item === undefined) this.#source.report.add('missing', title, packageReasons.notThere);
      else for (const question of await this.#readItem(item, title)) questions.push(question);
    }
    return lessonsOf({ title, use: 'test', questions }, file.path);
  }

  async readOthers(files: readonly TreeFile[], title: string): Promise<ImportedLesson[]> {
    const questions: ForeignQuestion[] = [];
    for (const file of files) {
      if (this.#known.has(file.path)) continue;
      for (const question of await this.#readItem(file, title)) questions.push(question);
    }
    return lessonsOf({ title, use: 'practice', questions }, `${title}.xml`);
  }

  get #tree(): FileTree {
    return this.#source.tree;
  }

  async #readItem(file: TreeFile, place: string): Promise<readonly ForeignQuestion[]> {
    this.#known.add(file.path);
    const root = await this.#readXml(file);
    if (root === null) return [];
    const { name, questions, reasons } = readItem2(root, folderOf(file.path));
    for (const reason of reasons)
      this.#source.report.add(questions.length === 0 ? 'leftOut' : 'simplified', name || place, reason);
    return questions;
  }

  async #readXml(file: TreeFile): Promise<XmlElement | null> {
    const root = await readPart(file);
    if (root === null) this.#source.report.add('leftOut', nameOf(file.path), packageReasons.unreadable);
    return root;
  }
}

const lessonsOf = (quiz: ForeignQuiz, key: string): ImportedLesson[] =>
  quiz.questions.length === 0 ? [] : [lessonOf({ key, title: quiz.title, quizzes: [quiz] })];

/** The addresses of the items of a test, in their order. */
const referencesIn = (element: XmlElement): string[] =>
  childrenOf(element).flatMap((child) =>
    child.name === 'assessmentItemRef' ? [child.attributes.get('href') ?? ''] : referencesIn(child),
  );
