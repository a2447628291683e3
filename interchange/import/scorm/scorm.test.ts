import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { item, resource, scormText } from '../manifest/manifest-for-test.ts';
import { scormFormat } from './scorm-format.ts';

const LONG = 'Tides are the rise and fall of sea levels. '.repeat(8);
const page = (title: string, text = LONG, more = '') =>
  `<html><head><title>${title}</title></head><body><p>${text}</p>${more}</body></html>`;
const sco = { attributes: 'adlcp:scormtype="sco"' };
const asset = { attributes: 'adlcp:scormtype="asset"' };

async function read(manifest: string, files: Record<string, string>) {
  const report = new ImportReport();
  const tree = treeForTest({ 'imsmanifest.xml': manifest, ...files });
  expect(await scormFormat.recognises(tree)).toBe(true);
  const course = await scormFormat.read({ tree, name: 'archive', report });
  const modules = course.modules.map(
    ({ title, lessons }) => [title, lessons.map((lesson) => lesson.title)] as const,
  );
  return { course, modules, lines: report.lines };
}

async function problemOf(manifest: string, files: Record<string, string> = {}) {
  const failure = await read(manifest, files).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportError);
  return failure instanceof ImportError ? failure.problem : null;
}

const PROGRAM =
  'This part is a program (SCORM). Carrel does not run programs from files. Its texts and pictures were taken.';
const NO_TEXT =
  'This part is a program (SCORM). Carrel does not run programs from files, and this one has no text to take.';

describe('a SCORM package', () => {
  it('becomes modules and lessons in the order of its table of contents', async () => {
    const { course, modules, lines } = await read(
      scormText({
        title: 'Tides',
        description: 'All of them',
        items:
          item('m1', 'Moon', {
            inside: item('a', 'High &amp; low', { to: 'A' }) + item('b', 'Spring', { to: 'B' }),
          }) + item('m2', 'Sun', { inside: item('c', 'Neap', { to: 'C' }) }),
        resources:
          resource('A', ['a.html'], sco) + resource('B', ['b.html'], sco) + resource('C', ['c.html'], sco),
      }),
      { 'a.html': page('A'), 'b.html': page('B'), 'c.html': page('C') },
    );
    expect(course).toMatchObject({ title: 'Tides', description: 'All of them' });
    expect(modules).toEqual([
      ['Moon', ['High & low', 'Spring']],
      ['Sun', ['Neap']],
    ]);
    expect(course.modules[0]?.lessons[0]).toMatchObject({ key: 'a.html', path: 'a.html', html: page('A') });
    expect(lines).toEqual([]);
  });

  it('takes the other pages with text of a program whose first page has none', async () => {
    const { modules, lines } = await read(
      scormText({
        title: 'Golf',
        items: item('i', 'Golf explained', { to: 'A' }),
        resources: resource(
          'A',
          ['start.html', 'two.html', 'one.html', 'short.html', 'player.js', 'pic.png'],
          sco,
        ),
      }),
      {
        'start.html': page('Golf', '', '<script>start("of a long program")</script>'),
        'one.html': page('Golf explained', LONG, '<h1>Par</h1>'),
        'two.html': page('Scoring'),
        'short.html': page('Short', 'Few words'),
        'player.js': LONG,
        'pic.png': 'png',
      },
    );
    expect(modules).toEqual([['Golf explained', ['Scoring', 'Par']]]);
    expect(lines).toEqual([{ outcome: 'simplified', place: 'Golf explained', reason: PROGRAM, count: 1 }]);
  });

  it('names the part in the titles of its pages when there are other parts', async () => {
    const { modules } = await read(
      scormText({
        title: 'Golf',
        items: item('i', 'Play', { to: 'A' }) + item('j', 'Rest', { to: 'B' }),
        resources: resource('A', ['a.html', 'b.html'], sco) + resource('B', ['c.html'], sco),
      }),
      { 'a.html': page('Golf'), 'b.html': page('Par'), 'c.html': page('Golf') },
    );
    expect(modules).toEqual([['Golf', ['Play', 'Play: Par', 'Rest']]]);
  });

  it('follows the frames of the first page, but not those inside of them', async () => {
    const { modules } = await read(
      scormText({
        title: 'T',
        items: item('i', 'Frames', { to: 'A' }) + item('j', 'Other', { to: 'B' }),
        resources: resource('A', ['content/start.html'], sco) + resource('B', ['b.html'], sco),
      }),
      {
        'content/start.html':
          '<frameset><frame src="nav.html"><frame src="../text.html?x=1"><frame src="https://example.org/"></frameset>',
        'content/nav.html': page('Nav', 'Next'),
        'text.html': page('Text', LONG, '<iframe src="inner.html"></iframe>'),
        'inner.html': page('Inner'),
        'b.html': page('B'),
      },
    );
    expect(modules).toEqual([['T', ['Frames', 'Other']]]);
  });

  it('leaves a program without text out, and the module that has only such', async () => {
    const { modules, lines } = await read(
      scormText({
        title: 'T',
        items:
          item('m', 'Quizzes', { inside: item('q', 'Quiz', { to: 'Q' }) }) +
          item('n', 'Texts', { inside: item('a', 'Text', { to: 'A' }) }),
        resources: resource('Q', ['q.html', 'q.js'], sco) + resource('A', ['a.html'], sco),
      }),
      { 'q.html': page('Quiz', ''), 'q.js': LONG, 'a.html': page('A') },
    );
    expect(modules).toEqual([['Texts', ['Text']]]);
    expect(lines).toEqual([
      { outcome: 'leftOut', place: 'Quiz', reason: NO_TEXT, count: 1 },
      {
        outcome: 'leftOut',
        place: 'Quizzes',
        reason: 'There is nothing in this module that can become a lesson.',
        count: 1,
      },
    ]);
  });

  it('takes short pages and files of parts that are no programs', async () => {
    const { course, modules } = await read(
      scormText({
        title: 'T',
        items:
          item('a', 'Short', { to: 'A' }) + item('b', 'Paper', { to: 'B' }) + item('c', 'Site', { to: 'C' }),
        resources:
          resource('A', ['a.html'], asset) +
          resource('B', ['my%20paper.pdf'], asset) +
          resource('C', ['https://example.org/'], asset),
      }),
      { 'a.html': page('A', 'Few words'), 'my paper.pdf': '%PDF-' },
    );
    expect(modules).toEqual([['T', ['Short', 'Paper', 'Site']]]);
    expect(course.modules[0]?.lessons.map(({ attachments }) => attachments)).toEqual([
      [],
      [{ title: 'Paper', file: 'my paper.pdf' }],
      [{ title: 'Site', url: 'https://example.org/' }],
    ]);
  });

  it('attaches the videos that no page names', async () => {
    const { course } = await read(
      scormText({
        title: 'T',
        items: item('a', 'Video', { to: 'A' }),
        resources: resource('A', ['a.html', 'v/one.mp4', 'v/two.webm', 'v/three.mp4'], sco),
      }),
      {
        'a.html': page('A', LONG, '<video src="v/one.mp4"></video>'),
        ...{ 'v/one.mp4': '1', 'v/two.webm': '2', 'v/three.mp4': '3' },
      },
    );
    expect(course.modules[0]?.lessons[0]?.attachments).toEqual([
      { title: 'Two', file: 'v/two.webm' },
      { title: 'Three', file: 'v/three.mp4' },
    ]);
  });

  it('is a lesson of videos where a program has no text', async () => {
    const { course, lines } = await read(
      scormText({
        title: 'T',
        items: item('a', 'Player', { to: 'A' }),
        resources: resource('A', ['a.html', 'v.mp4'], sco),
      }),
      { 'a.html': page('A', ''), 'v.mp4': '1' },
    );
    expect(course.modules[0]?.lessons).toMatchObject([
      { title: 'Player', html: '', attachments: [{ file: 'v.mp4' }] },
    ]);
    expect(lines).toMatchObject([{ outcome: 'simplified', reason: PROGRAM }]);
  });

  it('finds pages that the only part does not list', async () => {
    const { modules } = await read(
      scormText({
        title: 'T',
        items: item('a', 'Start', { to: 'A' }),
        resources: resource('A', ['a.html'], sco),
      }),
      {
        'a.html': page('A'),
        ...{ 'p10.html': page('Ten'), 'p9.html': page('Nine'), '__MACOSX/p9.html': page('Not') },
        ...{ 'inner/imsmanifest.xml': '<manifest/>', 'inner/p.html': page('Other package') },
      },
    );
    expect(modules).toEqual([['Start', ['Start', 'Nine', 'Ten']]]);
  });

  it('takes a page or a file once that several parts share', async () => {
    const { modules, lines } = await read(
      scormText({
        title: 'T',
        items:
          item('a', 'One', { to: 'A' }) +
          item('b', 'Again', { to: 'A' }) +
          item('c', 'Same page', { to: 'B' }) +
          item('d', 'Paper', { to: 'C' }) +
          item('e', 'Same paper', { to: 'C' }),
        resources:
          resource('A', ['a.html'], sco) + resource('B', ['a.html'], sco) + resource('C', ['c.pdf'], asset),
      }),
      { 'a.html': page('A'), 'c.pdf': '' },
    );
    expect(modules).toEqual([['T', ['One', 'Paper']]]);
    expect(lines).toMatchObject([{ outcome: 'simplified', count: 3 }]);
  });

  it('leaves a page to the part that it opens, although others list it', async () => {
    const { modules } = await read(
      scormText({
        title: 'T',
        items: item('a', 'One', { to: 'A' }) + item('b', 'Two', { to: 'B' }),
        resources: resource('A', ['a.html', 'b.html'], sco) + resource('B', ['b.html'], sco),
      }),
      { 'a.html': page('A'), 'b.html': page('B') },
    );
    expect(modules).toEqual([['T', ['One', 'Two']]]);
  });

  it('takes hidden parts and reports them', async () => {
    const { lines } = await read(
      scormText({
        title: 'T',
        items: item('a', 'Secret', { to: 'A', attributes: 'isvisible="false"' }),
        resources: resource('A', ['a.html'], sco),
      }),
      { 'a.html': page('A') },
    );
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'Secret' }]);
  });

  it('reports parts and files that are not there, but not scripts', async () => {
    const { modules, lines } = await read(
      scormText({
        title: 'T',
        items:
          item('a', 'There', { to: 'A' }) +
          item('b', 'No resource', { to: 'nothing' }) +
          item('c', 'No page', { to: 'C' }),
        resources:
          resource('A', ['a.html', '../../etc/passwd.html', 'x/gone.png', 'gone.js'], sco) +
          resource('C', ['c.html'], sco),
      }),
      { 'a.html': page('A') },
    );
    expect(modules).toEqual([['T', ['There']]]);
    expect(lines).toMatchObject([{ outcome: 'missing', place: 'passwd.html', count: 4 }]);
  });

  it('takes all parts of a package without a table of contents', async () => {
    const { modules } = await read(
      scormText({ title: 'T', items: '', resources: resource('A', ['a.html'], sco) }),
      { 'a.html': page('Own title') },
    );
    expect(modules).toEqual([['T', ['Own title']]]);
  });

  it('is not there without anything to take', async () => {
    const manifest = scormText({
      title: 'T',
      items: item('a', 'One', { to: 'A' }),
      resources: resource('A', ['a.swf'], sco),
    });
    expect(await problemOf(manifest, { 'a.swf': '' })).toBe('nothing');
    expect(await problemOf(scormText({ title: 'T', items: '', resources: '' }))).toBe('nothing');
  });

  it.each([
    ['is cut off', '<manifest xmlns:adlcp="x"><resources>'],
    ['has entities', '<!DOCTYPE m [<!ENTITY a "adlcp">]><manifest>&a;</manifest>'],
    ['is very deep', `<manifest xmlns:adlcp="x">${'<item>'.repeat(200)}${'</item>'.repeat(200)}</manifest>`],
  ])('is refused when its manifest %s', async (_, manifest) => {
    expect(await problemOf(manifest)).toBe('badXml');
  });

  it('ends in a course or an ImportError however its manifest is changed', async () => {
    const whole = scormText({
      title: 'T',
      items: item('m', 'Module', { inside: item('a', 'A', { to: 'A' }) }),
      resources: resource('A', ['a.html', 'b.html', 'v.mp4'], sco) + resource('B', ['b.html'], asset),
    });
    const files = { 'a.html': page('A'), 'b.html': page('B'), 'v.mp4': '' };
    const parts = [
      '<item',
      '</item>',
      '"',
      "'",
      '<',
      '&',
      '&amp;',
      '../',
      'identifierref="A"',
      '\0',
      ']]>',
      '%',
    ];
    const changes = fc.record({
      at: fc.nat({ max: whole.length }),
      removed: fc.nat({ max: 60 }),
      added: fc.array(fc.constantFrom(...parts), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, removed, added }) => {
        const changed = whole.slice(0, at) + added.join('') + whole.slice(at + removed);
        const tree = treeForTest({ 'imsmanifest.xml': changed, ...files });
        try {
          const course = await scormFormat.read({ tree, name: 'T', report: new ImportReport() });
          expect(course.modules.flatMap(({ lessons }) => lessons).every(({ title }) => title !== '')).toBe(
            true,
          );
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 400 },
    );
  });
});
