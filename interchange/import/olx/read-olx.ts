import type { FileTree } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { reasons } from '../import-report.ts';
import {
  type Attachment,
  type ImportedCourse,
  type ImportedLesson,
  type ImportedModule,
  lessonOf,
} from '../imported-course.ts';
import { outlineOf } from '../pages/page-outline.ts';
import { decodePercent, nameOf } from '../paths.ts';
import { descriptionOf, escapeHtml } from '../text/plain-text.ts';
import { isSameTitle, joinTitles, titleOf } from '../text/titles.ts';
import { childrenOf, readXml, type XmlElement } from '../xml.ts';
import { OlxTree } from './olx-tree.ts';

const sentences = {
  beside: 'Pages beside the lessons, such as updates, handouts and drafts, are left out.',
  unnamed: 'No lesson names this file.',
};

/** Reads a course: chapters become modules, and units, which are a page there, lessons. */
export async function readOlx(source: ImportSource): Promise<ImportedCourse> {
  const { tree, name, report } = source;
  const file = tree.find('course.xml');
  if (file === undefined) throw new ImportError('damaged');
  const course = await new OlxTree(tree, report).resolve(await readXml(file));
  if (course === null) throw new ImportError('damaged');
  const reader = new OlxReader(source);
  const modules: ImportedModule[] = [];
  for (const chapter of await reader.olx.partsOf(course)) {
    if (chapter.name === 'chapter') modules.push(await reader.readChapter(chapter));
  }
  const taken = modules.filter(({ lessons }) => lessons.length > 0);
  reportOthers(taken, source);
  if (taken.length === 0) throw new ImportError('nothing');
  const picture = course.attributes.get('course_image');
  return {
    title: titleOf(course.attributes.get('display_name') ?? '', name),
    description: await readDescription(tree),
    instructor: '',
    picture: picture === undefined ? null : `static/${picture}`,
    modules: taken,
    resolve: (address) => reader.resolve(address),
  };
}

/** Reads the parts of a course, and knows which lesson each is in. */
class OlxReader {
  readonly olx: OlxTree;
  readonly #source: ImportSource;
  /** The keys of lessons by the names of all parts inside of them. */
  readonly #lessons = new Map<string, string>();

  constructor(source: ImportSource) {
    this.#source = source;
    this.olx = new OlxTree(source.tree, source.report);
  }

  /** `/static/a.png`, and `/jump_to_id/name`. */
  resolve(address: string): string | null {
    const [, path] = /^\/?static\/([^?#]*)/.exec(address) ?? [];
    if (path !== undefined) return this.#findStatic(decodePercent(path));
    const [, id] = /\/jump_to(?:_id)?\/(?:.*\/)?([^/?#]+)/.exec(address) ?? [];
    if (id !== undefined) return this.#lessons.get(id.replace(/^.*@/, '')) ?? '';
    const [, asset] = /asset-v1:[^@]*\+type@asset\+block@([^?#"]+)/.exec(address) ?? [];
    if (asset !== undefined) return this.#findStatic(decodePercent(asset));
    return address.startsWith('/') && !address.startsWith('//') ? '' : null;
  }

  /** Open edX writes `_` for blanks and folders in names of files. */
  #findStatic(path: string): string {
    const { tree } = this.#source;
    const found = tree.find(`static/${path}`) ?? tree.find(`static/${path.replace(/[^\w.-]/g, '_')}`);
    return found?.path ?? path;
  }

  async readChapter(chapter: XmlElement): Promise<ImportedModule> {
    const lessons: ImportedLesson[] = [];
    for (const part of await this.olx.partsOf(chapter)) {
      if (part.name === 'vertical') lessons.push(await this.#readUnit(part, ''));
      else if (part.name === 'sequential') lessons.push(...(await this.#readSequence(part)));
    }
    const title = titleIn(chapter);
    if (lessons.length === 0) this.#source.report.add('leftOut', title, reasons.noLessons);
    return { title, description: '', lessons };
  }

  async #readSequence(sequence: XmlElement): Promise<ImportedLesson[]> {
    const units: XmlElement[] = (await this.olx.partsOf(sequence)).filter(({ name }) => name === 'vertical');
    const lessons: ImportedLesson[] = [];
    for (const unit of units) lessons.push(await this.#readUnit(unit, titleIn(sequence)));
    const first = lessons[0]?.key;
    if (first !== undefined) this.#lessons.set(idOf(sequence), first);
    return lessons;
  }

  async #readUnit(unit: XmlElement, above: string): Promise<ImportedLesson> {
    const { report } = this.#source;
    const key = idOf(unit);
    const title = joinTitles(above, titleIn(unit)) || 'Lesson';
    this.#lessons.set(key, key);
    const html: string[] = [];
    const attachments: Attachment[] = [];
    for (const part of await this.olx.partsOf(unit)) {
      this.#lessons.set(idOf(part), key);
      if (part.name === 'html') html.push(await this.#readHtml(part, title));
      else if (part.name === 'video') attachments.push(...this.#readVideo(part, title));
      else if (/^(?:problem|library_content|problem-builder|poll|survey|openassessment)$/.test(part.name))
        report.add('leftOut', title, reasons.quiz);
      else report.add('leftOut', title, reasons.activity(part.name));
    }
    if (unit.attributes.get('visible_to_staff_only') === 'true')
      report.add('simplified', title, reasons.hidden);
    return lessonOf({ key, title, html: html.join('\n'), attachments });
  }

  async #readHtml({ attributes, children }: XmlElement, title: string): Promise<string> {
    const name = attributes.get('filename') ?? attributes.get('url_name') ?? '';
    const file = this.#source.tree.find(`html/${name.replaceAll(':', '/')}.html`);
    const label = attributes.get('display_name') ?? '';
    const text = file === undefined ? '' : await readText(file);
    if (file === undefined && children.length === 0)
      this.#source.report.add('missing', title, reasons.notInFile(`${name}.html`));
    // Authors leave the name of the kind where they give none.
    const isNamed = label !== '' && !/^(?:text|html|raw html|blank html page)$/i.test(label);
    const hasHeading = /<h[1-6]\b/i.test(text.slice(0, HEADING_CHARACTERS));
    const isShown = isNamed && !hasHeading && !title.split(': ').some((part) => isSameTitle(part, label));
    return `${isShown ? `<h3>${escapeHtml(label)}</h3>` : ''}<div>${text}</div>`;
  }

  #readVideo(video: XmlElement, title: string): Attachment[] {
    const value = (name: string) => video.attributes.get(name) ?? '';
    const id = value('youtube_id_1_0') || (/1\.0+:([\w-]+)/.exec(value('youtube'))?.[1] ?? '');
    const sources = [
      value('source'),
      ...childrenOf(video, 'source').map(({ attributes }) => attributes.get('src') ?? ''),
      ...(/"(https?:[^"]+)"/.exec(value('html5_sources'))?.slice(1) ?? []),
    ];
    const url = id === '' ? sources.find((one) => one !== '') : `https://www.youtube.com/watch?v=${id}`;
    if (url === undefined)
      this.#source.report.add('missing', title, reasons.notInFile(titleIn(video) || 'Video'));
    return url === undefined ? [] : [{ title: titleIn(video), url }];
  }
}

const HEADING_CHARACTERS = 500;

const titleIn = ({ attributes }: XmlElement): string => titleOf(attributes.get('display_name') ?? '', '');

const idOf = ({ attributes }: XmlElement): string => attributes.get('url_name') ?? '';

async function readDescription(tree: FileTree): Promise<string> {
  for (const name of ['short_description', 'overview']) {
    const file = tree.find(`about/${name}.html`);
    const text = file === undefined ? '' : descriptionOf(await readText(file));
    if (text !== '') return text;
  }
  return '';
}

/** Reports files that no lesson names, and pages beside the lessons. */
function reportOthers(modules: readonly ImportedModule[], { tree, report }: ImportSource): void {
  const texts = modules.flatMap(({ lessons }) => lessons.map(({ html }) => html));
  const named = new Set(
    texts
      .flatMap((html) => outlineOf(html)?.addresses ?? [])
      .map((address) => nameOf(decodePercent(address))),
  );
  for (const { path } of tree.files) {
    if (/^(?:info|tabs|drafts)\//.test(path)) report.add('leftOut', path, sentences.beside);
    else if (path.startsWith('static/') && !named.has(nameOf(path)))
      report.add('leftOut', path, sentences.unnamed);
  }
}
