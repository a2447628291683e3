import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { QuestionKind } from '#schema/quizzes/question-kind.ts';
import { canonicalJson } from './canonical-json.ts';
import { type CourseFile, lessonPlace, lessonPlaces } from './course-file.ts';
import { CourseFileError } from './course-file-error.ts';
import { decodeText, digestOf, encodeText } from './digest.ts';
import { courseFileName } from './entry-names.ts';
import { lessonHtml } from './lesson-html.ts';
import type { SourceCourse } from './plain-course.ts';
import { promptsOf, withPrompts } from './prompts.ts';
import { readCourseFile } from './read-course-file.ts';
import { type WrittenEntry, writeAbout, writeCourseFile } from './write-course-file.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const PNG_URI = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;

describe('canonical JSON', () => {
  it('orders names by code units, without spaces', () => {
    expect(canonicalJson({ b: [1, null, true], '\u20ac': '€', a: { z: '', '1': 'x' } })).toBe(
      '{"a":{"1":"x","z":""},"b":[1,null,true],"€":"€"}',
    );
  });

  it('escapes only what JSON requires', () => {
    expect(canonicalJson('"\\\u0000\u001f\u007f/é\n')).toBe('"\\"\\\\\\u0000\\u001f\u007f/é\\n"');
  });

  it('refuses what JSON does not have', () => {
    for (const value of ['\ud800', Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => canonicalJson(value)).toThrow();
  });

  it('is read as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small', stringUnit: 'grapheme' }), (value) => {
        // JSON has no negative zero.
        const text = JSON.stringify(value);
        expect(JSON.parse(canonicalJson(JSON.parse(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('a course file', () => {
  it('is written again with the same bytes after it was read, under any ids', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (source) => {
        const first = await writeCourseFile(source);
        const read = await readCourseFile(
          await pack([...first.entries, writeAbout('2026-11-25T21:00:00.000Z')]),
        );
        expect(read.digest).toBe(first.digest);
        const second = await writeCourseFile(underOtherIds(read));
        expect(second).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  it('has carrel.json first, then its entries sorted, and about.json outside of the digest', async () => {
    const { entries, digest } = await writeCourseFile(course());
    expect(entries.map(({ name }) => name)).toEqual(
      [
        'carrel.json',
        'course.json',
        `files/${digestOf(PNG)}`,
        `files/${'a'.repeat(64)}`,
        'lessons/01-01.html',
        'lessons/01-02.html',
      ].sort((one, other) => (one < other ? -1 : 1)),
    );
    expect(digest).toBe(digestOf(entries[0]?.bytes ?? new Uint8Array()));
    expect(writeAbout('2026-11-25T21:00:00.000Z').name).toBe('about.json');
  });

  it('has no ids: links to its lessons and its pictures are named by place and digest', async () => {
    const { entries } = await writeCourseFile(course());
    const texts = entries.map(({ bytes }) => Buffer.from(bytes ?? []).toString('latin1')).join('\n');
    expect(texts).toContain('href="carrel:lesson/1/2"');
    expect(texts).toContain(`src="carrel:file/${digestOf(PNG)}"`);
    for (const id of ['course-x', 'lesson-one', 'lesson-two']) expect(texts).not.toContain(id);
  });

  it('leaves links to other courses and to other sites unchanged', async () => {
    const content =
      '<p><a href="/courses/other/learn?lesson=l">x</a> <a href="https://example.org/?a=1&amp;b=2">y</a></p>';
    const { entries } = await writeCourseFile(course({ content }));
    expect(textOf(entries, 'lessons/01-01.html')).toBe(content);
  });

  it('does not change text that looks like a link', async () => {
    const content = '<pre>&lt;a href="/courses/course-x/learn?lesson=lesson-two"&gt;</pre>';
    const { entries } = await writeCourseFile(course({ content }));
    expect(textOf(entries, 'lessons/01-01.html')).toBe(content);
  });

  it('has a format that older versions refuse as newer only if it has quizzes', async () => {
    const formatOf = async (source: SourceCourse) =>
      textOf((await writeCourseFile(source)).entries, 'carrel.json').slice(0, 11);
    expect(await formatOf(course())).toBe('{"format":1');
    const [quiz] = fc.sample(quizzes, { numRuns: 1, seed: 1 });
    const withQuiz = course();
    const [module] = withQuiz.modules;
    const [lesson] = module?.lessons ?? [];
    if (quiz === undefined || module === undefined || lesson === undefined)
      throw new Error('It has a lesson');
    const lessons = [{ ...lesson, quizzes: [quiz] }];
    expect(await formatOf({ ...withQuiz, modules: [{ ...module, lessons }] })).toBe('{"format":2');
  });

  it('is named after its course', () => {
    expect(courseFileName('Tides: an/introduction?')).toBe('Tides an introduction.carrel');
    expect(courseFileName('///')).toBe('course.carrel');
  });
});

describe('a file that cannot be imported', () => {
  const written = async () => [
    ...(await writeCourseFile(course())).entries,
    writeAbout('2026-11-25T21:00:00.000Z'),
  ];
  const withText = async (name: string, text: string) =>
    (await written()).map((entry) => (entry.name === name ? entryOf(name, text) : entry));

  it.each([
    ['is of a newer format', () => withText('carrel.json', '{"format":3,"parts":[]}'), 'newer'],
    ['is another zip', () => [entryOf('readme.txt', 'hello')], 'notCarrel'],
    ['has an index that is no JSON', () => withText('carrel.json', 'x'), 'damaged'],
    ['has a changed text', () => withText('lessons/01-01.html', '<p>other</p>'), 'damaged'],
    [
      'lacks a lesson',
      async () => (await written()).filter(({ name }) => name !== 'lessons/01-02.html'),
      'damaged',
    ],
    [
      'lacks a file',
      async () => (await written()).filter(({ name }) => !name.startsWith('files/aaa')),
      'damaged',
    ],
    ['has an entry besides', async () => [...(await written()), entryOf('codes.csv', 'ABCD')], 'damaged'],
  ] as const)('%s', async (_, entries, problem) => {
    const failure = await readCourseFile(await pack(await entries())).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CourseFileError);
    expect(failure).toMatchObject({ problem });
  });

  it('is compressed', async () => {
    const failure = readCourseFile(await pack(await written(), { compress: true }));
    await expect(failure).rejects.toThrow('This file was packed again by another program.');
  });
});

function entryOf(name: string, text: string): WrittenEntry {
  const bytes = encodeText(text);
  return { name, sizeBytes: bytes.length, bytes };
}

const textOf = (entries: readonly WrittenEntry[], name: string) =>
  decodeText(entries.find((entry) => entry.name === name)?.bytes ?? new Uint8Array());

function course({ content = '' } = {}): SourceCourse {
  const lesson = { description: '', duration: 5, type: 'text' as const, resources: [] };
  const links = `<p><a href="/courses/course-x/learn?lesson=lesson-two" rel="noopener">next</a><img src="${PNG_URI}" alt=""></p>`;
  return {
    ...{ id: 'course-x', title: 'Tides', description: '', instructor: '', previewContent: '', picture: null },
    files: { ['a'.repeat(64)]: { type: 'video/mp4', sizeBytes: 3 } },
    modules: [
      {
        ...{ title: 'One', description: '' },
        lessons: [
          {
            ...lesson,
            id: 'lesson-one',
            title: 'A',
            content: content || links,
            video: { file: 'a'.repeat(64) },
          },
          { ...lesson, id: 'lesson-two', title: 'B', content: '', video: null },
        ],
      },
    ],
  };
}

/** Packs entries as a server does; the bytes of stored files are as many zeros. */
function pack(entries: readonly WrittenEntry[], { compress = false } = {}) {
  const zip = new ZipFile();
  for (const { name, bytes, sizeBytes } of entries)
    zip.addBuffer(Buffer.from(bytes ?? new Uint8Array(sizeBytes)), name, { compress });
  zip.end();
  return collect(zip.outputStream).then((bytes) => ({
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length)),
  }));
}

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) if (piece instanceof Buffer) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A course that was imported: every row has a new id. */
function underOtherIds(file: CourseFile): SourceCourse {
  const lessonIds = new Map(lessonPlaces(file.outline).map((place, at) => [place, `new-${at}`]));
  const pictures = new Map([[digestOf(PNG), PNG_URI]]);
  const inText = new Set(
    [...file.texts.values(), ...promptsOf(file.outline)].some((text) => text.includes('carrel:file/'))
      ? pictures.keys()
      : [],
  );
  const files = Object.fromEntries(
    Object.entries(file.outline.files).filter(([digest]) => !inText.has(digest)),
  );
  const targets = { courseId: 'new-course', lessonIds, pictures };
  const outline = withPrompts(file.outline, (html) => lessonHtml(html, targets));
  return {
    ...outline,
    files,
    id: 'new-course',
    modules: outline.modules.map((module, m) => ({
      ...module,
      lessons: module.lessons.map((lesson, l) => {
        const place = lessonPlace(m + 1, l + 1);
        const html = lessonHtml(file.texts.get(place) ?? '', targets);
        return { ...lesson, id: lessonIds.get(place) ?? '', content: html };
      }),
    })),
  };
}

const digests = fc.constantFrom('a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64));
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const contents = fc
  .array(
    fc.oneof(
      text.map((one) => `<p>${one.replace(/[<>&"]/g, '')}</p>`),
      fc.nat({ max: 8 }).map((at) => `<a href="/courses/course-x/learn?lesson=l${at}" rel="noopener">to</a>`),
      fc.constant(`<img src="${PNG_URI}" alt="carrel:lesson/1/1">`),
      fc.constant('<pre>href="carrel:lesson/1/1"</pre>'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const sources = fc.option(
  fc.oneof(
    digests.map((file) => ({ file })),
    fc.constant({ url: 'https://example.org/v.mp4' }),
  ),
);
const resources = fc.oneof(
  fc.record({ title: text, type: fc.constant('link' as const), url: fc.webUrl() }),
  fc.record({ title: text, type: fc.constant('pdf' as const), file: digests, name: text }),
  fc.record({ title: text, type: fc.constant('video' as const), captions: digests }),
);
const flag = fc.constantFrom(0 as const, 1 as const);
const questions = fc.record({
  kind: fc.constantFrom(...QuestionKind.options),
  ...{ prompt: contents, choices: fc.json(), key: fc.json(), explanation: text },
  points: fc.double({ min: 0, max: 100, noNaN: true, noDefaultInfinity: true }).map((points) => points + 0),
});
const quizzes = fc.record({
  use: fc.constantFrom('practice' as const, 'test' as const),
  ...{ title: text, passPercent: fc.nat(), attemptsMax: fc.option(fc.nat()) },
  scoreRule: fc.constantFrom('best' as const, 'last' as const),
  release: fc.constantFrom('score' as const, 'answers' as const),
  ...{ isShuffled: flag, isRequired: flag, questions: fc.array(questions, { maxLength: 3 }) },
});
const courses: fc.Arbitrary<SourceCourse> = fc
  .record({
    title: text,
    description: text,
    instructor: text,
    previewContent: text,
    picture: sources,
    modules: fc.array(
      fc.record({
        title: text,
        description: text,
        lessons: fc.array(
          fc.record({
            title: text,
            description: text,
            duration: fc.nat(),
            type: fc.constantFrom('text' as const, 'video' as const),
            content: contents,
            video: sources,
            resources: fc.array(resources, { maxLength: 2 }),
            quizzes: fc.array(quizzes, { maxLength: 2 }),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ modules, ...fields }) => {
    let count = 0;
    const withIds = modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => {
        count += 1;
        const { quizzes: own, ...fields } = lesson;
        return { ...fields, ...(own.length > 0 && { quizzes: own }), id: `l${count}` };
      }),
    }));
    const files = { type: 'application/octet-stream', sizeBytes: 4 };
    const all = Object.fromEntries(['a', 'b', 'c'].map((letter) => [letter.repeat(64), files]));
    return { ...fields, id: 'course-x', modules: withIds, files: all };
  });
