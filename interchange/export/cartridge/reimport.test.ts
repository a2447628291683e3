import * as fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import { digestOf, encodeText } from '#interchange/course-file/digest.ts';
import { filePictureAddress } from '#interchange/course-file/embedded-pictures.ts';
import type { SourceCourse } from '#interchange/course-file/plain-course.ts';
import type { WrittenEntry } from '#interchange/course-file/write-course-file.ts';
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

/** Exports a course, and imports the cartridge. */
async function travel(source: SourceCourse, version = CARTRIDGE_1_3) {
  const course = await copyOf(source);
  const entries = await writeCartridge(course, version);
  const imported = await readForeign(treeOf(entries), 'name', {
    shrinkPicture: async (picture) => picture,
    storeFile: async (bytes) => digestOf(bytes),
    onProgress: () => undefined,
  });
  return { course, entries, imported };
}

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
      const [[digest] = []] = imported.pictures;
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
