import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#interchange/course-file/digest.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import type { CourseCopy } from '../pages/course-copy.ts';
import { copyOf, courseWith, PNG_NAME, PNG_URI, sourceCourses } from '../testing/course-copies.ts';
import { copiedQuizzes } from '../testing/quiz-copies.ts';
import { activeParts, deadAddresses, type ReadDocument, readXml, valuesOf } from '../testing/read-markup.ts';
import { writeEpub } from './write-epub.ts';

/** The documents of a book by their names; every one is well-formed. */
function documentsOf(entries: readonly WrittenEntry[]): Map<string, ReadDocument> {
  const documents = entries.filter(({ name }) => /\.(xhtml|opf|xml|svg)$/.test(name));
  return new Map(documents.map(({ name, bytes }) => [name, readXml(decodeText(bytes ?? new Uint8Array()))]));
}

const namesOf = (entries: readonly WrittenEntry[]) => entries.map(({ name }) => name);

function documentOf(documents: ReadonlyMap<string, ReadDocument>, name: string): ReadDocument {
  const document = documents.get(name);
  if (document === undefined) throw new Error(`There is no ${name}`);
  return document;
}

const attributesOf = ({ elements }: ReadDocument, name: string) =>
  elements.filter((element) => element.name === name).map(({ attributes }) => attributes);

const TYPES: Readonly<Record<string, string>> = {
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Each rule of the format that is checked here. */
function examine(entries: readonly WrittenEntry[]): void {
  const names = namesOf(entries);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[A-Za-z0-9./-]+$/.test(name))).toEqual([]);
  expect(names.slice(0, 2)).toEqual(['mimetype', 'META-INF/container.xml']);
  const documents = documentsOf(entries);
  const container = documentOf(documents, 'META-INF/container.xml');
  expect(valuesOf(container, 'full-path')).toEqual(['EPUB/package.opf']);
  const book = documentOf(documents, 'EPUB/package.opf');
  const items = attributesOf(book, 'item');
  expect(items.map(({ href }) => `EPUB/${href}`).sort()).toEqual(
    names.filter((name) => /^EPUB\/(?!package\.opf)/.test(name)).sort(),
  );
  const ids = items.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { href = '', 'media-type': type } of items)
    expect(type).toBe(TYPES[href.split('.').at(-1) ?? '']);
  const pages = items.filter((item) => item['media-type'] === TYPES.xhtml).map(({ id }) => id);
  expect(
    attributesOf(book, 'itemref')
      .map(({ idref }) => idref)
      .sort(),
  ).toEqual([...pages].sort());
  expect(items.filter(({ properties }) => properties === 'nav')).toHaveLength(1);
  for (const [name, document] of documents) examinePage(name, document, new Set(names));
}

function examinePage(name: string, document: ReadDocument, names: ReadonlySet<string>): void {
  expect(activeParts(document)).toEqual([]);
  const ids = valuesOf(document, 'id');
  expect(new Set(ids).size).toBe(ids.length);
  if (!name.endsWith('.xhtml')) return;
  expect(deadAddresses(name, document, names)).toEqual([]);
  expect(valuesOf(document, 'src').filter((address) => /^[a-z]+:/.test(address))).toEqual([]);
}

async function writeBook(content: string, options?: { readonly isOnline: boolean }) {
  const entries = await writeEpub(await copyOf(courseWith(content), options));
  return { entries, documents: documentsOf(entries) };
}

const textOf = (entries: readonly WrittenEntry[], name: string) =>
  decodeText(entries.find((entry) => entry.name === name)?.bytes ?? new Uint8Array());

describe('a book', () => {
  it('is well-formed, complete and harmless for any course', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, copiedQuizzes, fc.boolean(), async (source, quizzes, isOnline) => {
        examine(await writeEpub(await copyOf(source, { isOnline, quizzes })));
      }),
      { numRuns: 100 },
    );
  });

  it('has the same bytes for the same course, whatever its ids are', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, async (source) => {
        const rename = (html: string) =>
          html.replaceAll('/courses/course-x/learn?lesson=l', '/courses/c/learn?lesson=x');
        const modules = source.modules.map((module) => ({
          ...module,
          lessons: module.lessons.map((lesson) => ({
            ...lesson,
            id: lesson.id.replace('l', 'x'),
            content: rename(lesson.content),
          })),
        }));
        const renamed = await copyOf({ ...source, id: 'c', modules });
        expect(await writeEpub(renamed)).toEqual(await writeEpub(await copyOf(source)));
      }),
      { numRuns: 20 },
    );
  });

  it('says what it is', async () => {
    const { entries } = await writeBook('');
    expect(textOf(entries, 'mimetype')).toBe('application/epub+zip');
    const book = textOf(entries, 'EPUB/package.opf');
    for (const part of [
      '<dc:title>Tides &amp; waves</dc:title>',
      '<dc:creator>Mara Oduya</dc:creator>',
      '<dc:language>en</dc:language>',
      '<meta property="dcterms:modified">2026-11-25T21:00:00Z</meta>',
    ])
      expect(book).toContain(part);
    expect(book).toMatch(/<dc:identifier id="identifier">urn:uuid:[0-9a-f-]{36}<\/dc:identifier>/);
  });

  it('is another publication when the course is another', async () => {
    const course = await copyOf(courseWith(''));
    const identifierOf = async (copy: CourseCopy) =>
      /urn:uuid:[^<]+/.exec(textOf(await writeEpub(copy), 'EPUB/package.opf'))?.[0];
    expect(await identifierOf({ ...course, digest: 'f'.repeat(64) })).not.toBe(await identifierOf(course));
  });

  it('has the picture of the course as its cover, and the pictures of texts as files', async () => {
    const { entries, documents } = await writeBook(`<p><img src="${PNG_URI}" alt="The sea"></p>`);
    expect(entries.find(({ file }) => file === 'd'.repeat(64))).toMatchObject({
      name: 'EPUB/files/cover-dddddddddddddddd.webp',
      bytes: null,
    });
    expect(valuesOf(documentOf(documents, 'EPUB/package.opf'), 'properties')).toEqual(['nav', 'cover-image']);
    const [picture] = attributesOf(documentOf(documents, 'EPUB/lessons/01-01.xhtml'), 'img');
    expect(picture).toEqual({ src: `../files/${PNG_NAME}`, alt: 'The sea' });
  });

  it('lists modules and lessons, and its links between lessons are relative', async () => {
    const { documents } = await writeBook('<a href="/courses/course-x/learn?lesson=l2">on</a>');
    expect(attributesOf(documentOf(documents, 'EPUB/nav.xhtml'), 'a').map(({ href }) => href)).toEqual([
      'title.xhtml',
      'modules/01.xhtml',
      'lessons/01-01.xhtml',
      'lessons/01-02.xhtml',
      ...['title.xhtml', 'nav.xhtml#toc', 'modules/01.xhtml'],
    ]);
    expect(valuesOf(documentOf(documents, 'EPUB/lessons/01-01.xhtml'), 'href')).toContain('01-02.xhtml');
  });

  it('has no video and no document, but says where they are and what is said in the video', async () => {
    const { entries, documents } = await writeBook('');
    expect(namesOf(entries).filter((name) => /mp4|pdf|vtt/.test(name))).toEqual([]);
    const lesson = documentOf(documents, 'EPUB/lessons/01-01.xhtml');
    const online = 'https://learn.example.org/courses/course-x/learn?lesson=1/1';
    expect(valuesOf(lesson, 'href').filter((href) => href === online)).toHaveLength(2);
    expect(lesson.text).toContain('Watch the video in Carrel');
    expect(lesson.text).toMatch(/The sea & <script>\. ]]> +שלום/);
    const offline = await writeBook('', { isOnline: false });
    const { text } = documentOf(offline.documents, 'EPUB/lessons/01-01.xhtml');
    expect(text).toContain('open the course in Carrel for it');
  });
});
