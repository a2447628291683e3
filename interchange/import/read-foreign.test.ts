import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH } from '#e2e/sync/testing/growth.ts';
import { digestOf } from '../course-file/digest.ts';
import { treeForTest } from '../testing/tree-for-test.ts';
import type { ImportTools } from './finish/import-tools.ts';
import { ImportError } from './import-error.ts';
import { ImportReport, reasons } from './import-report.ts';
import { cartridgeText, item, resource } from './manifest/manifest-for-test.ts';
import { readForeign, readLinks } from './read-foreign.ts';

/** Far more than a time that grows with the size of the input, and less than one that grows with its square. */

const tools: ImportTools = {
  shrinkPicture: async (picture) => picture,
  storePicture: async ({ bytes }) => digestOf(bytes),
  storeFile: async (bytes) => digestOf(bytes),
  onProgress: () => undefined,
};

const titlesOf = async (files: Readonly<Record<string, string>>) => {
  const { outline } = await readForeign(treeForTest(files), 'sea', tools);
  return outline.modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)]);
};

const problemOf = async (reading: Promise<unknown>) => {
  const error = await reading.catch((caught: unknown) => caught);
  return error instanceof ImportError ? error.problem : error;
};

describe('a file of another program', () => {
  it('is read without the folders around all of it, and what a Mac adds', async () => {
    const files = { 'a/b/One/1.md': 'x', 'a/b/Two/2.md': 'y', '__MACOSX/a/._b': 'z', '.DS_Store': 'z' };
    expect(await titlesOf(files)).toEqual([
      ['One', '1'],
      ['Two', '2'],
    ]);
  });

  it('is read in a time that grows with the number of folders around it', async () => {
    const readWithin = async (folders: number) => {
      const around = 'f/'.repeat(folders);
      const files = Object.fromEntries(
        Array.from({ length: 2_000 }, (_, at) => [`${around}page-${at}.md`, 'x']),
      );
      expect((await titlesOf(files)).flat()).toHaveLength(2_001);
    };
    expect(await growthOf(readWithin, 2_000)).toBeLessThan(LINEAR_GROWTH);
  });

  it('makes progress while its files are read, and not only with each lesson', async () => {
    const progress: number[] = [];
    const onProgress = (done: number, total: number) => void progress.push(done / total);
    await readForeign(treeForTest({ 'a/1.md': 'x', 'a/2.md': 'y' }), 'sea', { ...tools, onProgress });
    expect(progress).toEqual([0, 0, 0.5, 1]);
  });

  it('is refused with what it lacks most often if no lesson is in it', async () => {
    const part = (id: string, type: string) => [
      item(id, id, { to: id }),
      resource(id, [`${id}.xml`], { type }),
    ];
    const quiz = 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment';
    const parts = [part('A', quiz), part('T', 'imsbasiclti_xmlv1p3'), part('U', 'imsbasiclti_xmlv1p3')];
    const inside = parts.map(([one]) => one).join('');
    const resources = parts.map(([, one]) => one).join('');
    const text = cartridgeText({ items: item('m', 'M', { inside }), resources });
    const reading = readForeign(treeForTest({ 'imsmanifest.xml': text }), 'sea', tools);
    await expect(reading).rejects.toThrow(new ImportError('nothing', '', reasons.activity('LTI')));
    const missing = cartridgeText({
      items: item('a', 'A', { to: 'A' }),
      resources: resource('A', ['a.html']),
    });
    await expect(readForeign(treeForTest({ 'imsmanifest.xml': missing }), 'sea', tools)).rejects.toThrow(
      new ImportError('nothing', '', '“A”: It is listed in the file but is not in it.'),
    );
    expect(new ImportError('nothing', '', reasons.quiz).message).toBe(
      'There is nothing in this file that can become a lesson. Quizzes of this format are not imported.',
    );
  });

  it('is refused with a word of its own if it is an archive of archives, also of a Mac', async () => {
    const files = { 'course.mbz': 'x', '.DS_Store': 'x', '__MACOSX/._course.mbz': 'x' };
    expect(await problemOf(titlesOf(files))).toBe('archiveInside');
  });
});

it('is refused with a sentence if its parts are nested without an end', async () => {
  const nested = (identifier: number) =>
    `<manifest identifier="m${identifier}"><organizations><organization>${'<item>'.repeat(90)}<item identifierref="m${identifier + 1}"/>${'</item>'.repeat(90)}</organization></organizations></manifest>`;
  const inside = Array.from({ length: 100 }, (_, at) => nested(at + 1)).join('');
  const manifest = `<manifest xmlns:adlcp="x"><organizations><organization><item identifierref="m1"/></organization></organizations><resources/>${inside}</manifest>`;
  expect(await problemOf(titlesOf({ 'imsmanifest.xml': manifest }))).toBe('tooDeep');
});

describe('a report', () => {
  it('has a limited number of lines, however much is missing', () => {
    const report = new ImportReport();
    for (let at = 0; at < 10_000; at += 1) report.add('missing', 'Tides', reasons.notInFile(`${at}.png`));
    report.add('leftOut', 'Tides', reasons.quiz);
    expect(report.lines).toHaveLength(502);
    expect(report.lines.at(-2)).toEqual({
      ...{ outcome: 'missing', place: 'Tides', count: 9_500 },
      reason: 'More of this kind is not listed one by one.',
    });
  });

  it('has the name of each place once, and a limited number of them', () => {
    const report = new ImportReport();
    for (const place of ['a.png', 'b.png', 'a.png', 'c.png', 'b.png'])
      report.add('leftOut', place, reasons.quiz);
    expect(report.lines).toEqual([
      { outcome: 'leftOut', place: 'a.png', reason: reasons.quiz, count: 5, others: ['b.png', 'c.png'] },
    ]);
    for (let at = 0; at < 1_000; at += 1) report.add('leftOut', `${at}`, reasons.quiz);
    expect(report.lines[0]).toMatchObject({ count: 1_005 });
    expect(report.lines[0]?.others).toHaveLength(99);
  });
});

describe('a pasted list', () => {
  it.each([
    ['without a link', 'Tides\nEbb', 'noLinks'],
    ['of too many lines', 'https://a.example/\n'.repeat(5_001), 'tooManyLines'],
  ])('%s is refused', async (_, text, problem) => {
    expect(await problemOf(readLinks(text, 'Links', tools))).toBe(problem);
  });
});
