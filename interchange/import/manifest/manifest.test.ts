import { describe, expect, it } from 'vitest';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportReport } from '../import-report.ts';
import { joinPath } from '../paths.ts';
import { titleOfHtml } from '../text/titles.ts';
import { item, resource, scormText } from './manifest-for-test.ts';
import { findAddressed } from './manifest-paths.ts';
import { outlineOf } from './outline.ts';
import { findManifest, type ManifestItem, profileOf, readManifest } from './read-manifest.ts';
import { scanPage } from './scan-page.ts';

describe('an address in a package', () => {
  const tree = treeForTest({ 'a/b c.html': '', 'a/100%.html': '', 'a/q_1.html': '', 'Día/x.html': '' });
  const found = (folder: string, address: string) => findAddressed(tree, folder, address)?.path;

  it.each([
    ['percent-encoded', '', 'a/b%20c.html', 'a/b c.html'],
    ['as it is written, where it cannot be decoded', '', 'a/100%.html', 'a/100%.html'],
    ['with backslashes', '', 'a\\b c.html', 'a/b c.html'],
    ['with a query and a fragment', 'a/', 'b c.html?x=1#y', 'a/b c.html'],
    ['with letters composed in another way', '', 'Di%CC%81a/x.html', 'Día/x.html'],
    ['that differs in case', '', 'A/B C.HTML', 'a/b c.html'],
    ['from the root', 'a/', '/a/b c.html', 'a/b c.html'],
    ['with characters that Windows replaced', 'a/', 'q|1.html', 'a/q_1.html'],
  ])('is found %s', (_, folder, address, path) => {
    expect(found(folder, address)).toBe(path);
  });

  it.each(['../a/b c.html', 'a/../../a/b c.html', 'https://example.org/a/b c.html', '//a/b c.html', ''])(
    'is not found outside of the package: %s',
    (address) => {
      expect(found('', address)).toBeUndefined();
    },
  );

  it('never leaves the root', () => {
    expect(joinPath('a/b/', '../../../c')).toBeNull();
    expect(joinPath('a/b/', '../../c')).toBe('c');
  });
});

const leaf = (title: string, resourceId = 'r'): ManifestItem => ({
  ...{ identifier: title, title, resource: resourceId, isHidden: false, children: [] },
});
const folder = (title: string, ...children: ManifestItem[]): ManifestItem => ({
  ...{ identifier: title, title, resource: '', isHidden: false, children },
});

function outline(...items: ManifestItem[]) {
  const report = new ImportReport();
  const modules = outlineOf(items, 'Course', report).map(
    ({ title, entries }) => [title, entries.map((entry) => entry.title)] as const,
  );
  return { modules, reasons: report.lines.map(({ reason }) => reason) };
}

describe('a table of contents', () => {
  it('has modules and lessons below one or several roots without titles', () => {
    const items = [folder('One', leaf('a'), leaf('b')), folder('Two', leaf('c'))];
    const expected = [
      ['One', ['a', 'b']],
      ['Two', ['c']],
    ];
    expect(outline(...items).modules).toEqual(expected);
    expect(outline(folder('', folder('', ...items))).modules).toEqual(expected);
    expect(outline(folder('Course', ...items)).modules).toEqual(expected);
    expect(outline(folder('--TOP--', ...items)).modules).toEqual(expected);
  });

  it('has the page of a root beside the folders in it', () => {
    const root = { ...folder('Home', leaf('Intro'), folder('One', leaf('a')), leaf('End')), resource: 'r' };
    expect(outline(root).modules).toEqual([
      ['', ['Home', 'Intro']],
      ['One', ['a']],
      ['', ['End']],
    ]);
  });

  it('is one module when it has no folders', () => {
    expect(outline(folder('', leaf('a'), leaf('b'))).modules).toEqual([['', ['a', 'b']]]);
    expect(outline(folder('Course', leaf('a'))).modules).toEqual([['Course', ['a']]]);
  });

  it('joins deeper levels to the titles, once reported', () => {
    const { modules, reasons } = outline(
      folder('One', folder('Week', folder('Day', leaf('a'))), folder('More', leaf('b'))),
    );
    expect(modules).toEqual([['One', ['Week: Day: a', 'More: b']]]);
    expect(reasons).toEqual(['Levels below the second became part of the titles.']);
  });

  it('has lessons beside folders in modules of their own', () => {
    expect(
      outline(leaf('Intro'), folder('One', leaf('a')), folder('Two', leaf('b')), leaf('Test')).modules,
    ).toEqual([
      ['', ['Intro']],
      ['One', ['a']],
      ['Two', ['b']],
      ['', ['Test']],
    ]);
    const pages = [leaf('Test'), leaf('End')];
    expect(outline(folder('One', leaf('a')), folder('Two', leaf('b')), ...pages).modules.slice(2)).toEqual([
      ['', ['Test']],
      ['', ['End']],
    ]);
    expect(outline(leaf('Intro'), folder('One', leaf('a')), ...pages).modules).toEqual([
      ['', ['Intro']],
      ['One', ['a']],
      ['', ['Test', 'End']],
    ]);
  });

  it('prefixes the titles behind a heading, but not with a long one', () => {
    const long = 'This self-paced course contains a series of short videos designed to help.';
    const { modules, reasons } = outline(
      folder('One', leaf('a'), leaf('Read', ''), leaf('b'), leaf('c'), leaf(long, ''), leaf('d')),
    );
    expect(modules).toEqual([['One', ['a', 'Read: b', 'Read: c', 'd']]]);
    expect(reasons).toEqual(['A heading between lessons that is longer than a title was left out.']);
  });

  it('takes the page of a folder before those in it', () => {
    expect(outline({ ...folder('One', leaf('a')), resource: 'r' }).modules).toEqual([['One', ['One', 'a']]]);
  });
});

describe('a page', () => {
  it('has the text that readers see', () => {
    const html = `<head><title>T</title><style>p{}</style></head><body><script>var x = 1;</script>
      <p>ab   c</p><p hidden>no</p><div style="display: none">no</div><noscript>no</noscript> d`;
    expect(scanPage(html).textLength).toBe('ab c d'.length);
  });

  it('has a title, a first heading, frames and media', () => {
    const page = scanPage(
      '<title>T</title><h1> </h1><h2>Head <b>ing</b></h2><h2>No</h2><iframe src=" a.html "></iframe>',
    );
    expect(page).toMatchObject({ title: 'T', frames: ['a.html'], hasMedia: true });
    expect(titleOfHtml(page.heading)).toBe('Head ing');
    expect(scanPage('<p>x</p>').hasMedia).toBe(false);
  });

  it('is not scanned below 5,000 open elements', () => {
    expect(scanPage(`${'<div>'.repeat(900_000)}text`)).toMatchObject({ isTooDeep: true, textLength: 0 });
    expect(scanPage('<p>x<br>'.repeat(20_000))).toMatchObject({ isTooDeep: false });
  });
});

async function read(text: string, files: Record<string, string> = {}) {
  const tree = treeForTest({ 'imsmanifest.xml': text, ...files });
  const report = new ImportReport();
  const file = findManifest(tree);
  if (file === undefined) throw new Error('There is no manifest');
  return { manifest: await readManifest(file, tree, report), lines: report.lines };
}

describe('a manifest', () => {
  it('is found in the root, else in the only folder nearest to it', () => {
    const path = (...paths: string[]) => {
      const files = Object.fromEntries(paths.map((one) => [one, '']));
      return findManifest(treeForTest(files))?.path;
    };
    expect(path('IMSmanifest.xml', 'a/imsmanifest.xml')).toBe('IMSmanifest.xml');
    expect(path('a/imsmanifest.xml', 'a/b/imsmanifest.xml', 'a/b/c/imsmanifest.xml')).toBe(
      'a/imsmanifest.xml',
    );
    expect(path('a/imsmanifest.xml', 'b/imsmanifest.xml')).toBeUndefined();
  });

  it.each([
    ['scorm', '<manifest xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"/>'],
    ['cartridge', '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p4/imscp_v1p1"/>'],
    ['cartridge', '<manifest><metadata><schema>IMS Thin Common Cartridge</schema>'],
    ['cartridge', '<manifest><resources><resource type="imsdt_xmlv1p0"/>'],
    ['cartridge', "<manifest><resources><resource type='webcontent'/>"],
    [null, '<manifest xmlns:bb="http://www.blackboard.com/content-packaging/"/>'],
  ])('is of the profile %s by its text, well-formed or not', async (profile, text) => {
    expect(await profileOf(treeForTest({ 'imsmanifest.xml': text }))).toBe(profile);
  });

  it('resolves nested folders of xml:base', async () => {
    const { manifest } = await read(
      scormText({
        items: '',
        attributes: 'xml:base="all/"',
        resources: resource('r', ['a.html'], { attributes: 'xml:base="my%20files"' }),
      }).replace('<resources>', '<resources xml:base="of this/">'),
    );
    expect(manifest.resources.get('r')?.folder).toBe('all/of this/my files/');
  });

  it('takes the first of two resources with one identifier, and reports the other', async () => {
    const { manifest, lines } = await read(
      scormText({ items: '', resources: resource('r', ['a.html']) + resource('r', ['b.html']) }),
    );
    expect(manifest.resources.get('r')?.href).toBe('a.html');
    expect(lines).toMatchObject([{ outcome: 'leftOut', place: 'r' }]);
  });

  it('takes the main one of several tables of contents', async () => {
    const text = scormText({ items: item('i', 'First', { to: 'r' }), resources: '' })
      .replace('<organizations>', '<organizations default="main">')
      .replace(
        '</organizations>',
        `<organization identifier="main"><title>Main</title>${item('j', 'Second', { to: 'r' })}</organization></organizations>`,
      );
    const { manifest, lines } = await read(text);
    expect(manifest.items.map(({ title }) => title)).toEqual(['Second']);
    expect(manifest.title).toBe('Main');
    expect(lines).toMatchObject([{ outcome: 'leftOut' }]);
  });

  it('reads metadata from a file of its own', async () => {
    const text = scormText({ items: '', resources: '' }).replace(
      /<lom:lom.*<\/lom:lom>/s,
      '<adlcp:location>meta.xml</adlcp:location>',
    );
    const { manifest } = await read(text, {
      'meta.xml':
        '<lom><general><title><langstring>Tides</langstring></title><description><langstring>All of them</langstring></description></general></lom>',
    });
    expect(manifest).toMatchObject({ title: 'Tides', description: 'All of them' });
  });

  it('follows manifests inside of it that name each other in a circle only once', async () => {
    const inner = (identifier: string, to: string) =>
      `<manifest identifier="${identifier}"><organizations><organization>${item(`${identifier}-i`, identifier, { to })}${item(`${identifier}-p`, 'Page', { to: 'p' })}</organization></organizations></manifest>`;
    const text = scormText({ items: item('i', 'Outer', { to: 'A' }), resources: resource('p', ['p.html']) });
    const { manifest } = await read(
      text.replace('</manifest>', `${inner('A', 'B')}${inner('B', 'A')}</manifest>`),
    );
    expect(titlesOf(manifest.items)).toEqual(['Outer', 'A', 'B', 'Page', 'Page']);
  });
});

const titlesOf = (items: readonly ManifestItem[]): string[] =>
  items.flatMap(({ title, children }) => [title, ...titlesOf(children)]);
