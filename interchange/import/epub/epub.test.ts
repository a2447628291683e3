import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH } from '#e2e/sync/testing/growth.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { epubFormat } from './epub-format.ts';

/** Far more than a time that grows with the size of the input, and less than one that grows with its square. */

type Files = Readonly<Record<string, string>>;

const CONTAINER = `<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
  <rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

interface PackageParts {
  readonly metadata?: string;
  readonly manifest?: string;
  readonly spine: readonly string[];
  readonly toc?: string;
}

/** A package document whose pages are in the folder `text`; `!` before a name: not in the order of reading. */
const packageOf = ({ metadata = '', manifest = '', spine, toc = '' }: PackageParts): string =>
  `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="3.0">
  <metadata><dc:title>The Sea</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bea</dc:creator>${metadata}</metadata>
  <manifest>${manifest}${spine
    .map((name) => name.replace('!', ''))
    .map((name) => `<item id="${name}" href="text/${name}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('')}</manifest>
  <spine ${toc}>${spine
    .map((name) => `<itemref idref="${name.replace('!', '')}"${name.startsWith('!') ? ' linear="no"' : ''}/>`)
    .join('')}</spine></package>`;

const page = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;

const NAV_ITEM = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>';
const navOf = (list: string): string =>
  page(`<nav epub:type="landmarks"><ol><li><a href="text/a.xhtml">Landmark</a></li></ol></nav>
  <nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><h1>Contents</h1><ol>${list}</ol></nav>`);

async function read(files: Files) {
  const report = new ImportReport();
  const all = { 'META-INF/container.xml': CONTAINER, ...files };
  const course = await epubFormat.read({ tree: treeForTest(all), name: 'sea', report });
  const lessons = course.modules.flatMap((module) => module.lessons);
  const outline = course.modules.map(({ title, lessons: own }) => [
    title,
    ...own.map((lesson) => lesson.title),
  ]);
  const resolve = (address: string, key: string) => {
    const lesson = lessons.find((one) => one.key === key);
    return lesson === undefined ? undefined : course.resolve?.(address, lesson);
  };
  return { course, lessons, outline, resolve, lines: report.lines };
}

/** A book in EPUB 3 with a table of contents. */
const book = (list: string, pages: Files, parts: Partial<PackageParts> = {}): Files => ({
  'OPS/book.opf': packageOf({ spine: Object.keys(pages), manifest: NAV_ITEM, ...parts }),
  'OPS/nav.xhtml': navOf(list),
  ...Object.fromEntries(Object.entries(pages).map(([name, body]) => [`OPS/text/${name}.xhtml`, page(body)])),
});

const TWO_PAGES = { a: '<h1>A</h1><p>Text A</p>', b: '<h1>B</h1><p>Text B</p>' };

describe('a book in EPUB 3', () => {
  it('is read in a time that grows with the length of a page, whatever the page is', async () => {
    const cover = '<item id="c" href="c.png" properties="cover-image" media-type="image/png"/>';
    const readWith = (count: number) =>
      read({
        'OPS/book.opf': packageOf({ manifest: cover, spine: ['a'] }),
        'OPS/text/a.xhtml': page(`<p>Text</p><img src="../c.png"/>${'<style>'.repeat(count)}`),
      });
    expect(await growthOf(readWith, 100_000)).toBeLessThan(LINEAR_GROWTH);
  });

  it('has the first level of its table of contents as modules, and its metadata', async () => {
    const { course, outline, lessons } = await read(
      book(
        `<li><a href="text/a.xhtml">A</a></li>
         <li><span>Part <em>one</em></span><ol><li><a href="text/b.xhtml">B</a></li><li><a href="text/c.xhtml">C &amp; D</a></li></ol></li>`,
        { ...TWO_PAGES, c: '<p>Text C</p>' },
        {
          metadata: '<dc:description>&lt;p&gt;About &lt;b&gt;it&lt;/b&gt;&lt;/p&gt;</dc:description>',
          manifest: `${NAV_ITEM}<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
        },
      ),
    );
    expect(course).toMatchObject({
      title: 'The Sea',
      instructor: 'Ada, Bea',
      description: 'About it',
      picture: null,
    });
    expect(outline).toEqual([
      ['The Sea', 'A'],
      ['Part one', 'B', 'C & D'],
    ]);
    expect(lessons.map(({ html, path }) => [html, path])).toEqual([
      [TWO_PAGES.a, 'OPS/text/a.xhtml'],
      [TWO_PAGES.b, 'OPS/text/b.xhtml'],
      ['<p>Text C</p>', 'OPS/text/c.xhtml'],
    ]);
  });

  it('has no readings in its titles, and keeps them in its texts', async () => {
    const ruby = '<ruby>潮<rp>(</rp><rt>しお</rt><rp>)</rp></ruby>';
    const named = await read(book(`<li><a href="text/a.xhtml">${ruby}</a></li>`, { a: `<p>${ruby}</p>` }));
    expect(named.lessons).toMatchObject([{ title: '潮', html: `<p>${ruby}</p>` }]);
    const unnamed = await read({
      'OPS/book.opf': packageOf({ spine: ['a'] }),
      'OPS/text/a.xhtml': page(`<h1>${ruby}</h1><p>x</p>`),
    });
    expect(unnamed.lessons).toMatchObject([{ title: '潮', html: `<h1>${ruby}</h1><p>x</p>` }]);
  });

  it('keeps the direction of its pages, also of those that join another', async () => {
    const rightToLeft = (body: string) => page(body).replace('<html', '<html lang="ar" dir="rtl"');
    const { lessons } = await read({
      ...book('<li><a href="text/a.xhtml">A</a></li>', TWO_PAGES),
      'OPS/text/a.xhtml': rightToLeft('<h1>A</h1><p>المد</p>'),
      'OPS/text/b.xhtml': rightToLeft('<p>الجزر</p>'),
    });
    expect(lessons.map(({ html }) => html)).toEqual([
      '<body dir="rtl"><h1>A</h1><p>المد</p></body><body dir="rtl"><p>الجزر</p></body>',
    ]);
  });

  it('has its cover as the picture, and no lesson with nothing else', async () => {
    const files = book('<li><a href="text/cover.xhtml">Cover</a></li><li><a href="text/a.xhtml">A</a></li>', {
      cover: '<svg viewBox="0 0 1 1"><image width="1" xlink:href="../cover.jpg"/></svg>',
      a: '<p>Text</p><svg><image xlink:href="../p.png"/></svg>',
    });
    const manifest = `${NAV_ITEM}<item id="c" href="cover.jpg" media-type="image/jpeg"/>`;
    const { course, lessons, lines } = await read({
      ...files,
      'OPS/book.opf': packageOf({
        spine: ['cover', 'a'],
        manifest,
        metadata: '<meta name="cover" content="c"/>',
      }),
      'OPS/cover.jpg': 'jpg',
    });
    expect(course.picture).toBe('OPS/cover.jpg');
    expect(lessons.map(({ html }) => html)).toEqual(['<p>Text</p><img src="../p.png" alt="">']);
    expect(lines).toEqual([]);
  });

  it('is cut where its table of contents leads into a page, and links find the part', async () => {
    const { outline, lessons, resolve } = await read(
      book(
        `<li><a href="text/a.xhtml">A</a><ol><li><a href="text/a.xhtml#s1">One</a></li><li><a href="text/a.xhtml#s2">Two</a><ol><li><a href="text/a.xhtml#s3">Deep</a></li></ol></li></ol></li>
         <li><a href="text/b.xhtml">B</a></li>`,
        {
          a: '<section><h1>A</h1><p>Text</p><section id="s1"><h2>One</h2><p>1<a id="n"/></p></section><table><tr><td id="t">x</td></tr></table><h2><a id="s2"/>Two</h2><p>2</p><h3 id="s3">Deep</h3><p>3</p></section>',
          b: '<p>B <a href="a.xhtml#s3">deep</a></p>',
        },
      ),
    );
    expect(outline).toEqual([
      ['A', 'A', 'One', 'Two'],
      ['B', 'B'],
    ]);
    expect(lessons[1]?.html).toMatch(/<h2>One<\/h2><p>1<a id="n"><\/a><\/p><\/section><table>.*<\/table>$/);
    expect(lessons[2]?.html).toContain('<p>2</p><h3 id="s3">Deep</h3>');
    const from = (address: string) => resolve(address, 'OPS/text/b.xhtml');
    expect(from('a.xhtml')).toBe('OPS/text/a.xhtml');
    expect(from('a.xhtml#t')).toBe('OPS/text/a.xhtml#s1');
    expect(from('a.xhtml#s3')).toBe('OPS/text/a.xhtml#s2');
    expect(from('../nav.xhtml')).toBe('OPS/nav.xhtml');
    expect(from('missing.xhtml')).toBeNull();
    expect(from('https://example.org/a.xhtml')).toBeNull();
  });

  it('has pages without a line in the lesson before them, and those out of its order at its end', async () => {
    const { lessons, resolve } = await read({
      ...book('<li><a href="text/b.xhtml">B</a></li>', {
        title: '<p>Title page</p>',
        '!notes': '<h2>Notes</h2><p>Note</p>',
        b: '<p>B</p>',
        more: '<p>More</p>',
      }),
      'OPS/text/notes.xhtml': page('<h2>Notes</h2><p>Note</p>'),
    });
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['title', '<p>Title page</p>'],
      ['B', '<p>B</p><p>More</p>'],
      ['Notes', '<h2>Notes</h2><p>Note</p>'],
    ]);
    expect(resolve('more.xhtml', 'OPS/text/b.xhtml')).toBe('OPS/text/b.xhtml');
  });

  it('names lessons by their headings without a table of contents', async () => {
    const { outline } = await read({ ...book('', TWO_PAGES), 'OPS/nav.xhtml': '' });
    expect(outline).toEqual([['The Sea', 'A', 'B']]);
  });

  it('says what became simpler', async () => {
    const { lines } = await read(
      book(
        '<li><a href="text/a.xhtml">A</a></li>',
        { a: '<p>x <math><mi>x</mi></math><svg><path d=""/></svg></p><script>x()</script>' },
        { metadata: '<meta property="rendition:layout">pre-paginated</meta>' },
      ),
    );
    // Formulas and drawings are reported when the texts are cleaned, once for all formats.
    expect(lines.map(({ outcome }) => outcome)).toEqual(['simplified', 'simplified']);
  });

  it('shows the picture, or the fallback, of what is no page', async () => {
    const { lessons, lines } = await read({
      'OPS/book.opf': packageOf({
        spine: ['!a', '!pdf', '!loop', '!odd'],
        manifest: `<item id="a" href="my p.svg" media-type="image/svg+xml"/><item id="pdf" href="x.pdf" media-type="application/pdf" fallback="b"/>
          <item id="b" href="text/b.xhtml" media-type="application/xhtml+xml"/><item id="loop" href="l" media-type="x/y" fallback="loop"/><item id="odd" href="gone.xhtml" media-type="application/xhtml+xml"/>`,
      }),
      'OPS/my p.svg': '<svg/>',
      'OPS/text/b.xhtml': page('<p>B</p>'),
      'OPS/l': 'x',
    });
    expect(lessons.map(({ html }) => html)).toEqual(['<img src="my%20p.svg" alt="">', '<p>B</p>']);
    expect(lines.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['leftOut', 'OPS/l'],
      ['missing', 'OPS/gone.xhtml'],
    ]);
  });
});

describe('a book in EPUB 2', () => {
  it('has its table of contents in an NCX', async () => {
    const point = (label: string, source: string, inside = '') =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${source}"/>${inside}</navPoint>`;
    const { outline } = await read({
      'OPS/book.opf': packageOf({
        spine: ['a', 'b'],
        manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        toc: 'toc="ncx"',
      }),
      'OPS/toc.ncx': `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx><navMap>${point('The Sea', 'text/a.xhtml', point('Part', 'text/a.xhtml', point('B', 'text/b.xhtml')))}</navMap></ncx>`,
      'OPS/text/a.xhtml': page('<p>A&nbsp;</p>'),
      'OPS/text/b.xhtml': page('<p>B</p>'),
    });
    expect(outline).toEqual([
      ['The Sea', 'The Sea'],
      ['Part', 'B'],
    ]);
  });
});

describe('a copy-protected book', () => {
  const encryption = (algorithm: string) =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`;
  const files = book('<li><a href="text/a.xhtml">A</a></li>', { a: '<p>A</p>' });

  it.each([
    ['encrypted pages', 'META-INF/encryption.xml', encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc')],
    ['rights', 'META-INF/rights.xml', '<rights/>'],
  ])('is refused by its %s', async (_, path, text) => {
    await expect(read({ ...files, [path]: text })).rejects.toMatchObject({ problem: 'protected' });
  });

  it('is not one whose fonts are obfuscated', async () => {
    const { lessons } = await read({
      ...files,
      'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding'),
    });
    expect(lessons).toHaveLength(1);
  });
});

describe('a hostile book', () => {
  const files = book('<li><a href="text/a.xhtml#x">A</a></li>', {
    a: '<h1 id="x">A</h1><p>T</p>',
    b: '<p>B</p>',
  });

  it('does not leave its file, nor read entities', async () => {
    const entities = '<!DOCTYPE package [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
    const { course, lessons, lines } = await read({
      'OPS/book.opf': `${entities}${packageOf({
        spine: ['a'],
        metadata: '<dc:description>&e;</dc:description>',
        manifest: '<item id="x" href="../../../etc/passwd" media-type="application/xhtml+xml"/>',
      }).replace(/^<\?xml.*?\?>/, '')}`,
      'OPS/text/a.xhtml': page('<p>A</p>'),
    });
    expect(course.description).not.toContain('root');
    expect(lessons).toHaveLength(1);
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'OPS/book.opf' }]);
  });

  it('is read without a table of contents that is nested too deeply, and without pages that are', async () => {
    const deep = '<b>'.repeat(3_000);
    const { outline, lines } = await read({
      ...book('', TWO_PAGES),
      'OPS/nav.xhtml': deep,
      'OPS/text/b.xhtml': page(deep),
    });
    expect(outline).toEqual([['The Sea', 'A']]);
    expect(lines).toMatchObject([{ outcome: 'leftOut', place: 'OPS/text/b.xhtml' }]);
  });

  it('is refused without a package or pages', async () => {
    await expect(read({ 'x.txt': 'x' })).rejects.toMatchObject({ problem: 'damaged' });
    await expect(read({ 'OPS/book.opf': '<package/>' })).rejects.toMatchObject({ problem: 'nothing' });
    await expect(read({ 'OPS/book.opf': packageOf({ spine: ['a'] }) })).rejects.toMatchObject({
      problem: 'nothing',
    });
  });

  it('is read or refused, wherever one of its files is cut off or changed', async () => {
    const all: Files = { 'META-INF/container.xml': CONTAINER, ...files };
    const change = fc.record({
      path: fc.constantFrom(...Object.keys(all)),
      at: fc.nat({ max: 1_200 }),
      by: fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('<', '>', '"', '</ol>', '<ol>', '&x;')),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ path, at, by, isCut }) => {
        const text = all[path] ?? '';
        const changed = text.slice(0, at) + by + (isCut ? '' : text.slice(at + by.length));
        try {
          const { lessons } = await read({ ...all, [path]: changed });
          expect(lessons.every(({ title }) => title.trim() !== '')).toBe(true);
          expect(new Set(lessons.map(({ key }) => key)).size).toBe(lessons.length);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
