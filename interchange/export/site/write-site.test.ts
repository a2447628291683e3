import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#interchange/course-file/digest.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import {
  copyOf,
  courseWith,
  HOSTILE_CAPTIONS,
  PNG_NAME,
  PNG_URI,
  sourceCourses,
} from '../testing/course-copies.ts';
import { copiedQuizzes } from '../testing/quiz-copies.ts';
import { activeParts, deadAddresses, type ReadDocument, valuesOf } from '../testing/read-markup.ts';
import { writeSite } from './write-site.ts';

function readHtml(html: string): ReadDocument {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  let text = '';
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push({ name, attributes }),
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(html);
  return { elements, text };
}

const pagesOf = (entries: readonly WrittenEntry[]) =>
  new Map(
    entries
      .filter(({ name }) => name.endsWith('.html'))
      .map(({ name, bytes }) => [name, readHtml(decodeText(bytes ?? new Uint8Array()))]),
  );

function pageOf(entries: readonly WrittenEntry[], name: string): ReadDocument {
  const page = pagesOf(entries).get(name);
  if (page === undefined) throw new Error(`There is no ${name}`);
  return page;
}

const FIRST = 'lessons/01-01.html';

/** Scripts and outside resources are refused by the browser too. */
const POLICY = /^default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self' data:;/;

function examine(entries: readonly WrittenEntry[]): void {
  const names = new Set(entries.map(({ name }) => name));
  expect(names.size).toBe(entries.length);
  expect([...names].filter((name) => !/^[a-z0-9./-]+$/.test(name))).toEqual([]);
  expect(entries[0]?.name).toBe('index.html');
  for (const [name, page] of pagesOf(entries)) {
    expect(activeParts(page)).toEqual([]);
    expect(deadAddresses(name, page, names)).toEqual([]);
    expect(valuesOf(page, 'src').filter((address) => /^(?!data:text\/vtt)[a-z]+:/.test(address))).toEqual([]);
    expect(valuesOf(page, 'content').some((content) => POLICY.test(content))).toBe(true);
    expect(valuesOf(page, 'lang')).toContain('en');
    const ids = valuesOf(page, 'id');
    expect(new Set(ids).size).toBe(ids.length);
  }
}

const writePages = async (content: string) => writeSite(await copyOf(courseWith(content)));

describe('a site', () => {
  it('is complete and harmless for any course', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, copiedQuizzes, fc.boolean(), async (source, quizzes, isOnline) => {
        examine(await writeSite(await copyOf(source, { isOnline, quizzes })));
      }),
      { numRuns: 100 },
    );
  });

  it('has the same bytes for the same course', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, async (source) => {
        expect(await writeSite(await copyOf(source))).toEqual(await writeSite(await copyOf(source)));
      }),
      { numRuns: 20 },
    );
  });

  it('has its contents, and a way from lesson to lesson and back', async () => {
    const entries = await writePages('<a href="/courses/course-x/learn?lesson=l2">on</a>');
    expect(valuesOf(pageOf(entries, 'index.html'), 'href')).toEqual([
      ...['style.css', '#main', FIRST],
      ...[FIRST, 'lessons/01-02.html'],
    ]);
    const first = valuesOf(pageOf(entries, FIRST), 'href');
    expect(first.filter((href) => href === '01-02.html')).toHaveLength(2);
    expect(first).toContain('../index.html');
    expect(valuesOf(pageOf(entries, 'lessons/01-02.html'), 'href')).toContain('01-01.html');
  });

  it('has pictures, videos and documents as files, each once', async () => {
    const image = `<img src="${PNG_URI}" alt="">`;
    const entries = await writePages(image + image);
    const names = entries.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('files/'))).toEqual([
      'files/almanac-of-2026-bbbbbbbbbbbbbbbb.pdf',
      'files/cover-dddddddddddddddd.webp',
      'files/moon-aaaaaaaaaaaaaaaa.mp4',
      `files/${PNG_NAME}`,
    ]);
    for (const name of [FIRST, 'lessons/01-02.html'])
      expect(valuesOf(pageOf(entries, name), 'src')).toContain('../files/moon-aaaaaaaaaaaaaaaa.mp4');
    expect(valuesOf(pageOf(entries, FIRST), 'href')).toContain(
      '../files/almanac-of-2026-bbbbbbbbbbbbbbbb.pdf',
    );
  });

  it('has captions in the page, because browsers load none from a disk, and as a transcript', async () => {
    const page = pageOf(await writePages(''), FIRST);
    const track = page.elements.find(({ name }) => name === 'track');
    const base64 = /^data:text\/vtt;base64,(.*)$/.exec(track?.attributes.src ?? '')?.[1] ?? '';
    expect(Buffer.from(base64, 'base64').toString()).toBe(HOSTILE_CAPTIONS);
    expect(track?.attributes.label).toBe('English');
    expect(page.text).toContain('Transcript: English');
    expect(page.text).toContain('The sea & <script>.');
  });

  it('links to a picture on another site instead of loading it', async () => {
    const page = pageOf(await writePages('<img src="https://example.org/p.png" alt="Far">'), FIRST);
    expect(valuesOf(page, 'href')).toContain('https://example.org/p.png');
    expect(page.text).toContain('Far (picture, needs a connection)');
  });
});
