import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import { decodeText, digestOf, encodeText } from '#interchange/course-file/digest.ts';
import { filePictureAddress } from '#interchange/course-file/embedded-pictures.ts';
import { picturesIn } from '#interchange/course-file/lesson-html.ts';
import type { SourceCourse } from '#interchange/course-file/plain-course.ts';
import { textEntry, type WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { readForeign } from '#interchange/import/read-foreign.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { webAddress } from '../pages/addresses.ts';
import { copiedModules } from '../pages/course-copy.ts';
import { copyOf, courseWith, HOSTILE_CAPTIONS, PNG_URI, sourceCourses } from '../testing/course-copies.ts';
import { CARTRIDGE_1_1, CARTRIDGE_1_3 } from './cartridge-version.ts';
import { findMarkedText } from './page-marks.ts';
import { writeCartridge } from './write-cartridge.ts';

/** The bytes of the stored files of the test's courses, by their extensions. */
const STORED: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  mp4: new Uint8Array(encodeText('\0\0\0\x18ftypmp42')),
  pdf: new Uint8Array(encodeText('%PDF-1.7 text')),
  vtt: new Uint8Array(encodeText(HOSTILE_CAPTIONS)),
};

function treeOf(entries: readonly WrittenEntry[]) {
  const files = entries.map(({ name, bytes }) => {
    const stored = STORED[name.split('.').at(-1) ?? ''];
    return [name, bytes === null ? (stored ?? '') : new Uint8Array(bytes)] as const;
  });
  return treeForTest(Object.fromEntries(files));
}

const importEntries = (entries: readonly WrittenEntry[]) =>
  readForeign(treeOf(entries), 'name', {
    shrinkPicture: async (picture) => picture,
    storePicture: async ({ bytes }) => digestOf(bytes),
    storeFile: async (bytes) => digestOf(bytes),
    onProgress: () => undefined,
  });

/** Exports a course, and imports the cartridge. */
async function travel(source: SourceCourse, version = CARTRIDGE_1_3) {
  const course = await copyOf(source);
  const entries = await writeCartridge(course, version);
  return { course, entries, imported: await importEntries(entries) };
}

/** The entries after the other system changed the text of one. */
const changed = (entries: readonly WrittenEntry[], name: string, from: string, to: string) =>
  entries.map((entry) => {
    if (entry.name !== name) return entry;
    const text = decodeText(entry.bytes ?? new Uint8Array());
    expect(text).toContain(from);
    return textEntry(name, text.replaceAll(from, to));
  });

type Lesson = CourseOutline['modules'][number]['lessons'][number];

/** Which files and links a lesson has, as its video or as resources. */
function filesAndLinks({ video, resources }: Pick<Lesson, 'video' | 'resources'>) {
  const all = [...(video === null ? [] : [video]), ...resources];
  const urls = all.flatMap((one) => ('url' in one ? (webAddress(one.url) ?? []) : []));
  return {
    urls: [...new Set(urls)].sort(),
    hasVideo: video !== null && 'file' in video,
    videoUrl: video !== null && 'url' in video ? webAddress(video.url) : null,
    hasCaptions: resources.some((one) => 'captions' in one),
    hasDocument: resources.some((one) => one.type === 'pdf'),
  };
}

function visibleText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (piece) => {
      text += piece;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

const TEXT =
  '<h2>Why</h2><p>The <b>moon</b> &amp; the sun: <a href="https://example.org/?a=1&amp;b" rel="noopener">more</a>, ' +
  '<a href="mailto:a@example.org" rel="noopener">mail</a>, <a href="/courses/course-x/learn?lesson=l2" rel="noopener">on</a>.</p>' +
  `<figure><img src="${PNG_URI}" alt="The sea" /><figcaption>Ebb</figcaption></figure>` +
  '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">1 &lt; 2</td></tr></tbody></table>' +
  '<pre>two\n  lines</pre>';

type SourceLesson = SourceCourse['modules'][number]['lessons'][number];

/** A course with one lesson without a video. */
function courseOf(lesson: Pick<SourceLesson, 'title'> & Partial<SourceLesson>): SourceCourse {
  const fields = { description: '', duration: 0, type: 'text' as const, content: '', video: null };
  const lessons = [{ ...fields, resources: [], id: 'l1', ...lesson }];
  return { ...courseWith(''), modules: [{ title: 'Ebb', description: '', lessons }] };
}

describe('a course that is exported as a cartridge and imported again', () => {
  it('shows the same pictures of other sites', async () => {
    const picture = '<img src="https://example.org/far.png" alt="Far" />';
    const { imported } = await travel(courseWith(picture));
    expect(imported.texts.get('1/1')).toBe(picture);
  });

  it.each([CARTRIDGE_1_3, CARTRIDGE_1_1])(
    'has its text, pictures and links: $schemaVersion',
    async (version) => {
      const { course, imported } = await travel(courseWith(TEXT), version);
      expect(imported.format).toBe('Common Cartridge');
      expect(imported.report).toEqual([]);
      const [digest] = picturesIn(imported.texts.get('1/1') ?? '');
      const expected = course.texts.get('1/1') ?? '';
      expect(expected).toContain('carrel:lesson/1/2');
      expect(imported.texts.get('1/1')).toBe(expected);
      expect(expected).toContain(filePictureAddress(digest ?? ''));
    },
  );

  it('has its titles, descriptions, video, captions and resources', async () => {
    const source = courseWith('<p>Text</p>');
    const [module] = source.modules;
    const [first, second] = module?.lessons ?? [];
    if (module === undefined || first === undefined || second === undefined) throw new Error('No lessons');
    const links = [
      { title: 'Tide tables', type: 'link' as const, url: 'https://example.org/tables' },
      { title: '', type: 'link' as const, url: 'https://example.org/more?a=1&b=2' },
    ];
    const { imported } = await travel({
      ...source,
      modules: [
        {
          ...{ title: 'Ebb', description: 'Twice\n\ndaily' },
          lessons: [
            {
              ...first,
              description: 'How the moon pulls',
              resources: [...first.resources, ...links],
            },
          ],
        },
        {
          ...{ title: 'Flood', description: '' },
          lessons: [{ ...second, video: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } }],
        },
      ],
    });
    expect(imported.report).toEqual([]);
    const { title, description, instructor, modules } = imported.outline;
    expect([title, description, instructor]).toEqual(['Tides & waves', 'About the sea.', 'Mara Oduya']);
    expect(
      modules.map((one) => [one.title, one.description, one.lessons.map((lesson) => lesson.title)]),
    ).toEqual([
      ['Ebb', 'Twice\n\ndaily', ['Moon']],
      ['Flood', '', ['Sun']],
    ]);
    const [moon, sun] = modules.flatMap(({ lessons }) => lessons);
    expect(moon?.description).toBe('How the moon pulls');
    const stored = (extension: string) => digestOf(STORED[extension] ?? new Uint8Array());
    expect(moon?.video).toEqual({ file: stored('mp4') });
    expect(moon?.resources).toEqual([
      { title: 'English', type: 'video', captions: stored('vtt') },
      {
        ...{ title: 'Almanac', type: 'pdf', file: stored('pdf') },
        name: 'almanac-of-2026-bbbbbbbbbbbbbbbb.pdf',
      },
      links[0],
      { ...links[1], title: 'Link' },
    ]);
    expect(sun?.video).toEqual({ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
    expect(sun?.resources).toEqual([]);
  });

  it('has no video where a video is only a resource', async () => {
    const resources = [
      { title: 'Slowly', type: 'video' as const, url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
      { title: 'Again', type: 'video' as const, file: 'a'.repeat(64), name: 'again.mp4' },
    ];
    const { imported } = await travel(courseOf({ title: 'Moon', resources }));
    const [lesson] = imported.outline.modules[0]?.lessons ?? [];
    expect(lesson?.video).toBeNull();
    expect(lesson?.resources.map(({ title, type }) => [title, type])).toEqual([
      ['Slowly', 'video'],
      ['Again', 'video'],
    ]);
  });

  it('keeps a title with a tag, but not one that the other system replaced', async () => {
    const { entries, imported } = await travel(courseOf({ title: 'The <b> element' }));
    const titleOf = ({ outline }: typeof imported) => outline.modules[0]?.lessons[0]?.title;
    expect(titleOf(imported)).toBe('The <b> element');
    const renamed = changed(entries, 'imsmanifest.xml', 'The &lt;b&gt; element', 'Bold');
    expect(titleOf(await importEntries(renamed))).toBe('Bold');
  });

  it('keeps a first heading that says the title', async () => {
    const content = '<h2>Moon</h2><p>Text</p>';
    const { imported } = await travel(courseOf({ title: 'Moon', content }));
    expect(imported.texts.get('1/1')).toBe(content);
  });

  it('has a link that the other system changed as a lesson of its own', async () => {
    const url = 'https://example.org/tables';
    const resources = [{ title: 'Tables', type: 'link' as const, url }];
    const { entries, imported } = await travel(courseOf({ title: 'Moon', resources }));
    expect(imported.outline.modules[0]?.lessons).toHaveLength(1);
    const moved = await importEntries(
      changed(entries, 'tides-waves-eeeeeeee/links/01-01-1.xml', url, 'https://example.org/new'),
    );
    expect(moved.outline.modules[0]?.lessons.map(({ title }) => title)).toEqual(['Moon', 'Tables']);
  });

  it('has every lesson in its place with its text, whatever the course is', async () => {
    await fc.assert(
      fc.asyncProperty(sourceCourses, async (source) => {
        fc.pre(source.modules.some(({ lessons }) => lessons.length > 0));
        const { course, entries, imported } = await travel(source);
        const lessons = copiedModules(course).flatMap((module) => module.lessons);
        const arrived = imported.outline.modules.flatMap((module) => module.lessons);
        expect(arrived.map(({ title }) => title)).toEqual(lessons.map(({ title }) => title));
        expect(arrived.map(filesAndLinks)).toEqual(lessons.map(filesAndLinks));
        const pages = entries.filter(({ name }) => name.endsWith('.html'));
        const texts = pages.map(
          ({ bytes }) => findMarkedText(Buffer.from(bytes ?? []).toString())?.text ?? '',
        );
        expect([...imported.texts.values()].map(visibleText)).toEqual(texts.map(visibleText));
        expect(imported.report.filter(({ outcome }) => outcome === 'missing')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
