import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { cartridgeText, item, resource } from '../manifest/manifest-for-test.ts';
import { problemForTest, readForTest } from './cartridge-for-test.ts';
import { cartridgeFormat } from './cartridge-format.ts';

const page = (title: string, body = '<p>Text</p>') =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;
const topicType = { type: 'imsdt_xmlv1p1' };
const topic = (title: string, text: string, more = '') =>
  `<topic xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imsdt_v1p1"><title>${title}</title>${text}${more}</topic>`;
const html = (text: string) => `<text texttype="text/html">${text}</text>`;

describe('a Common Cartridge', () => {
  it('becomes modules and lessons in the order of its table of contents', async () => {
    const { course, modules, lessons, report } = await readForTest(
      cartridgeText({
        title: 'Tides',
        description: 'All of them',
        items:
          item('m1', 'Moon', {
            inside: item('a', 'High &amp; low', { to: 'A' }) + item('b', '', { to: 'B' }),
          }) + item('m2', 'Sun', { inside: item('c', 'Neap', { to: 'C' }) }),
        resources:
          resource('C', ['files/c.html']) + resource('B', ['files/b.html']) + resource('A', ['files/a.html']),
      }),
      { 'files/a.html': page('A'), 'files/b.html': page('Own title'), 'files/c.html': page('C') },
    );
    expect(course).toMatchObject({
      title: 'Tides',
      description: 'All of them',
      instructor: '',
      picture: null,
    });
    expect(modules).toEqual([
      ['Moon', ['High & low', 'Own title']],
      ['Sun', ['Neap']],
    ]);
    expect(lessons[0]).toMatchObject({ key: 'files/a.html', path: 'files/a.html', html: page('A') });
    expect(report.lines).toEqual([]);
  });

  it('has its author as the instructor, and descriptions of modules and pages', async () => {
    const contribution = (role: string, entity: string) =>
      `<lom:contribute><lom:role><lom:value>${role}</lom:value></lom:role><lom:entity>${entity}</lom:entity></lom:contribute>`;
    const described = (text: string) =>
      `<metadata><lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><description><string>${text}</string></description></general></lom></metadata>`;
    const { course } = await readForTest(
      cartridgeText({
        metadata: `<lom:lifeCycle>${contribution('publisher', 'FN:A press')}${contribution(
          'author',
          'BEGIN:VCARD\nVERSION:3.0\nFN;CHARSET=utf-8:Oduya\\, Mara\nEND:VCARD',
        )}</lom:lifeCycle>`,
        items: item('m', 'Moon', { inside: item('a', 'High', { to: 'A' }) + described('Twice daily') }),
        resources: resource('A', ['a.html'], { inside: described('How it pulls') }),
      }),
      { 'a.html': page('A') },
    );
    expect(course.instructor).toBe('Oduya, Mara');
    expect(course.modules).toMatchObject([
      { description: 'Twice daily', lessons: [{ description: 'How it pulls' }] },
    ]);
  });

  it('is one module of its title without folders', async () => {
    const { modules } = await readForTest(
      cartridgeText({
        title: 'Tides',
        items: item('a', 'One', { to: 'A' }) + item('b', 'Two', { to: 'B' }),
        resources: resource('A', ['a.html']) + resource('B', ['b.html']),
      }),
      { 'a.html': page('A'), 'b.html': page('B') },
    );
    expect(modules).toEqual([['Tides', ['One', 'Two']]]);
  });

  it('is named after its file without a title', async () => {
    const { course, modules } = await readForTest(cartridgeText({ resources: resource('A', ['a.html']) }), {
      'a.html': page('A'),
    });
    expect(course.title).toBe('archive');
    expect(modules).toEqual([['archive', ['A']]]);
  });

  it('has lessons of files that its table of contents names', async () => {
    const { lessons, report } = await readForTest(
      cartridgeText({
        items: item('m', 'M', {
          inside:
            item('a', 'Paper', { to: 'A' }) + item('b', '', { to: 'B' }) + item('c', 'Sheet', { to: 'C' }),
        }),
        resources:
          resource('A', ['my%20paper.pdf']) + resource('B', ['first_video.mp4']) + resource('C', ['s.xlsx']),
      }),
      { 'my paper.pdf': '', 'first_video.mp4': '', 's.xlsx': '' },
    );
    expect(lessons).toMatchObject([
      { title: 'Paper', html: '', attachments: [{ title: 'Paper', file: 'my paper.pdf' }] },
      { title: 'First video', attachments: [{ file: 'first_video.mp4' }] },
    ]);
    expect(report.lines).toEqual([
      {
        outcome: 'leftOut',
        place: 'Sheet: s.xlsx',
        reason: 'A file that is neither a PDF nor a video nor a picture was left out.',
        count: 1,
      },
    ]);
  });

  it.each(['v1p0', 'v1p1', 'v1p2', 'v1p3', 'v1p4'])('has lessons of links of version %s', async (version) => {
    const link = (address: string) =>
      `<wl:webLink xmlns:wl="http://www.imsglobal.org/xsd/imscc${version}/imswl_${version}"><wl:title>Moon</wl:title><wl:url href="${address}" target="_blank"/></wl:webLink>`;
    const type = { type: `imswl_xml${version}` };
    const { lessons, report } = await readForTest(
      cartridgeText({
        items:
          item('a', '', { to: 'A' }) + item('b', 'Video', { to: 'B' }) + item('c', 'Old place', { to: 'C' }),
        resources:
          resource('A', ['a.xml'], type) + resource('B', ['b.xml'], type) + resource('C', ['c.xml'], type),
      }),
      {
        'a.xml': link('https://example.org/?a=1&amp;b=2'),
        'b.xml': link('youtube.com/watch?v=1234'),
        'c.xml': link('/d2l/le/content/1'),
      },
    );
    expect(lessons.map(({ title, attachments }) => [title, attachments])).toEqual([
      ['Moon', [{ title: 'Moon', url: 'https://example.org/?a=1&b=2' }]],
      ['Video', [{ title: 'Video', url: 'https://youtube.com/watch?v=1234' }]],
    ]);
    expect(report.lines).toMatchObject([{ outcome: 'leftOut', place: 'Old place' }]);
  });

  it('takes the texts and files of discussions', async () => {
    const files = (href: string) => `<attachments><attachment href="${href}"/></attachments>`;
    const { lessons, report } = await readForTest(
      cartridgeText({
        items: item('a', 'Talk', { to: 'A' }) + item('b', '', { to: 'B' }) + item('c', 'Empty', { to: 'C' }),
        resources:
          resource('A', ['t/a.xml'], topicType) +
          resource('B', ['t/b.xml'], topicType) +
          resource('C', ['t/c.xml'], topicType),
      }),
      {
        't/a.xml': topic('No', html('&lt;p&gt;Why?&lt;/p&gt;'), files('../f/a.pdf')),
        't/b.xml': topic('Plain', '<text texttype="text/plain">a &lt; b\n\nnew</text>', files('gone.pdf')),
        't/c.xml': topic('Empty', html('&lt;p&gt; &lt;/p&gt;')),
        'f/a.pdf': '',
      },
    );
    expect(lessons).toMatchObject([
      { title: 'Talk', path: 't/a.xml', html: '<p>Why?</p>', attachments: [{ file: 'f/a.pdf' }] },
      { title: 'Plain', html: '<p>a &lt; b</p><p>new</p>', attachments: [] },
    ]);
    expect(report.lines.map(({ outcome, place, count }) => [outcome, place, count])).toEqual([
      ['simplified', 'Talk', 2],
      ['missing', 'Plain', 1],
      ['leftOut', 'Empty', 1],
    ]);
  });

  it('takes the texts of assignments, and prefers them to their replacements', async () => {
    const assignment = (text: string) =>
      `<assignment xmlns="http://www.imsglobal.org/xsd/imscc_extensions/assignment"><title>Essay</title>${text}<gradable points_possible="3">true</gradable></assignment>`;
    const { lessons, report } = await readForTest(
      cartridgeText({
        attributes: 'xmlns:cpx="http://www.imsglobal.org/xsd/imsccv1p3/imscp_extensionv1p2"',
        items: item('a', '', { to: 'F' }) + item('b', 'For teachers', { to: 'B' }),
        resources:
          resource('F', ['f.html'], { inside: '<cpx:variant identifier="v" identifierref="A"/>' }) +
          resource('A', ['a.xml'], { type: 'assignment_xmlv1p0' }) +
          resource('B', ['b.xml'], { type: 'assignment_xmlv1p0' }),
      }),
      {
        'f.html': page('Replacement'),
        'a.xml': assignment(html('Write.')),
        'b.xml': assignment(`<instructor_text texttype="text/html">Hidden.</instructor_text>`),
      },
    );
    expect(lessons.map((lesson) => [lesson.title, lesson.html])).toEqual([
      ['Essay', 'Write.'],
      ['For teachers', 'Hidden.'],
    ]);
    expect(report.lines).toMatchObject([
      { outcome: 'simplified', place: 'Essay', count: 2 },
      { outcome: 'simplified', place: 'For teachers', count: 1 },
    ]);
  });

  it('leaves tools and unknown parts out, and banks of questions beside quizzes', async () => {
    const { modules, report } = await readForTest(
      cartridgeText({
        items: item('m', 'M', {
          inside:
            item('p', 'Page', { to: 'P' }) +
            item('a', 'Quiz', { to: 'A' }) +
            item('b', 'Tool', { to: 'B' }) +
            item('c', 'Other', { to: 'C' }),
        }),
        resources:
          resource('P', ['p.html']) +
          resource('A', ['a.xml'], { type: 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment' }) +
          resource('B', ['b.xml'], { type: 'imsbasiclti_xmlv1p3' }) +
          resource('C', ['c.xml'], { type: 'imsunknown_xmlv1p3' }) +
          resource('D', ['d.xml'], { type: 'imsqti_xmlv1p2/imscc_xmlv1p1/question-bank' }),
      }),
      { 'p.html': page('P'), 'd.xml': '<questestinterop><assessment title="Bank"/></questestinterop>' },
    );
    expect(modules).toEqual([['M', ['Page']]]);
    expect(report.lines.map(({ outcome, place, count }) => [outcome, place, count])).toEqual([
      ['missing', 'Quiz', 1],
      ['leftOut', 'Tool', 1],
      ['leftOut', 'Other', 1],
      ['leftOut', 'd.xml', 1],
    ]);
  });

  it('has pages that no module names in a last module', async () => {
    const { modules } = await readForTest(
      cartridgeText({
        title: 'T',
        items: item('m', 'M', { inside: item('a', 'A', { to: 'A' }) }),
        resources:
          resource('B', ['b.html']) +
          resource('S', ['s.html'], { attributes: 'intendeduse="syllabus"' }) +
          resource('A', ['a.html']) +
          resource('D', ['d.html'], {
            type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource',
          }),
      }),
      { 'a.html': page('A'), 'b.html': page('B'), 's.html': page('Syllabus'), 'd.html': page('Part of B') },
    );
    expect(modules).toEqual([
      ['M', ['A']],
      ['Other pages', ['Syllabus', 'B']],
    ]);
  });

  it('reports what is for instructors only', async () => {
    const roles =
      '<metadata><lom><educational><intendedEndUserRole><value>Instructor</value></intendedEndUserRole></educational></lom></metadata>';
    const { lessons, report } = await readForTest(
      cartridgeText({
        items: item('a', 'Plan', { to: 'A' }) + item('b', 'Notes', { to: 'B' }),
        resources:
          resource('A', ['a.html'], { attributes: 'intendeduse="lessonplan"' }) +
          resource('B', ['b.html'], { inside: roles }),
      }),
      { 'a.html': page('A'), 'b.html': page('B') },
    );
    expect(lessons).toHaveLength(2);
    expect(report.lines).toMatchObject([{ outcome: 'simplified', place: 'Plan', count: 2 }]);
  });

  it('takes a page again that two modules name, under another key', async () => {
    const { lessons } = await readForTest(
      cartridgeText({
        items:
          item('m', 'M', { inside: item('a', 'A', { to: 'A' }) }) +
          item('n', 'N', { inside: item('b', 'B', { to: 'A' }) }),
        resources: resource('A', ['a.html']),
      }),
      { 'a.html': page('A') },
    );
    expect(lessons.map(({ key, title }) => [key, title])).toEqual([
      ['a.html', 'A'],
      ['a.html#2', 'B'],
    ]);
  });

  it('reports parts that are not there, empty pages and files that nothing names', async () => {
    const { modules, report } = await readForTest(
      cartridgeText({
        title: 'T',
        items: item('m', 'M', {
          inside:
            item('a', 'A', { to: 'A' }) +
            item('b', 'No resource', { to: 'nothing' }) +
            item('c', 'No file', { to: 'C' }) +
            item('d', 'Outside', { to: 'D' }) +
            item('e', 'Empty', { to: 'E' }),
        }),
        resources:
          resource('A', ['a.html', 'pic.png']) +
          resource('C', ['gone.html']) +
          resource('D', ['../../etc/passwd.html']) +
          resource('E', ['e.html']) +
          resource('F', ['unused.pdf', 'used.pdf']),
      }),
      {
        'a.html': page('A', '<img src="pic.png"><a href="used.pdf?x=1">x</a>'),
        'e.html': page('Empty', '<p> </p>'),
        ...{ 'pic.png': '', 'unused.pdf': '', 'used.pdf': '' },
      },
    );
    expect(modules).toEqual([['M', ['A']]]);
    expect(report.lines.map(({ outcome, place, count }) => [outcome, place, count])).toEqual([
      ['missing', 'No resource', 3],
      ['leftOut', 'Empty', 1],
      ['leftOut', 'unused.pdf', 1],
    ]);
  });

  it('is read in the folder that it was packed with', async () => {
    const tree = treeForTest({
      'course/imsmanifest.xml': cartridgeText({
        items: item('a', 'A', { to: 'A' }),
        resources: resource('A', ['a.html'], { attributes: 'xml:base="pages"' }),
      }),
      'course/pages/a.html': page('A'),
    });
    const course = await cartridgeFormat.read({ tree, name: 'T', report: new ImportReport() });
    expect(course.modules[0]?.lessons[0]?.path).toBe('course/pages/a.html');
  });

  it('is not there without anything to take', async () => {
    expect(await problemForTest(cartridgeText({ resources: '' }))).toBe('nothing');
    expect(await problemForTest(cartridgeText({ items: item('a', 'A', { to: 'A' }), resources: '' }))).toBe(
      'nothing',
    );
  });

  it.each([
    ['is cut off', '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><resources>'],
    ['has entities', '<!DOCTYPE m [<!ENTITY a "x">]><manifest a="/xsd/imscc">&a;</manifest>'],
    ['is very deep', `<manifest a="/xsd/imscc">${'<item>'.repeat(200)}${'</item>'.repeat(200)}</manifest>`],
  ])('is refused when its manifest %s', async (_, manifest) => {
    expect(await problemForTest(manifest)).toBe('badXml');
  });

  it('reports parts that are damaged', async () => {
    const { report } = await readForTest(
      cartridgeText({
        items: item('a', 'Talk', { to: 'A' }) + item('b', 'B', { to: 'B' }) + item('c', 'Deep', { to: 'C' }),
        resources:
          resource('A', ['a.xml'], topicType) + resource('B', ['b.html']) + resource('C', ['c.html']),
      }),
      { 'a.xml': '<topic><title>', 'b.html': page('B'), 'c.html': `${'<div>'.repeat(6000)}text` },
    );
    expect(report.lines).toMatchObject([{ outcome: 'leftOut', place: 'Talk', count: 2 }]);
  });

  it('ends in a course or an ImportError however its files are changed', async () => {
    const manifest = cartridgeText({
      title: 'T',
      items: item('m', 'M', { inside: item('a', 'A', { to: 'A' }) + item('b', 'B', { to: 'B' }) }),
      resources:
        resource('A', ['a.html']) +
        resource('B', ['b.xml'], topicType) +
        resource('C', ['c.xml'], { type: 'imswl_xmlv1p1' }),
    });
    const whole = {
      'imsmanifest.xml': manifest,
      'b.xml': topic('T', html('x'), '<attachments><attachment href="a.pdf"/></attachments>'),
      'c.xml': '<webLink><title>T</title><url href="https://example.org/"/></webLink>',
      'course_settings/course_settings.xml':
        '<course><title>T</title><image_identifier_ref>A</image_identifier_ref></course>',
      'course_settings/module_meta.xml':
        '<modules><module identifier="m"><title>M</title><items><item identifier="a"><content_type>WikiPage</content_type><identifierref>A</identifierref></item></items></module></modules>',
    };
    const parts = [
      '<item',
      '</item>',
      '"',
      '<',
      '&',
      '../',
      ' identifierref="A"',
      '\0',
      ']]>',
      '%',
      'm',
      'A',
    ];
    const changes = fc.record({
      name: fc.constantFrom(...Object.keys(whole)),
      at: fc.nat({ max: manifest.length }),
      removed: fc.nat({ max: 60 }),
      added: fc.array(fc.constantFrom(...parts), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ name, at, removed, added }) => {
        const files = Object.fromEntries(
          Object.entries(whole).map(([path, text]) =>
            path === name
              ? [path, text.slice(0, at) + added.join('') + text.slice(at + removed)]
              : [path, text],
          ),
        );
        const tree = treeForTest({ ...files, 'a.html': page('A') });
        try {
          const course = await cartridgeFormat.read({ tree, name: 'T', report: new ImportReport() });
          const lessons = course.modules.flatMap((module) => module.lessons);
          expect(new Set(lessons.map(({ key }) => key)).size).toBe(lessons.length);
          expect(lessons.every(({ title }) => title !== '' && title.length <= 300)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
