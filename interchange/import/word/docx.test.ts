import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH } from '#e2e/sync/testing/growth.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { docxFormat } from './docx-format.ts';

/** Far more than a time that grows with the size of the input, and less than one that grows with its square. */

type Files = Readonly<Record<string, string>>;

const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
  xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"`;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/>
  <Default Extension="emf" ContentType="image/x-emf"/><Default Extension="xml" ContentType="application/xml"/></Types>`;
const STYLES = `<w:styles ${NAMESPACES}>
  <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
  <w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Heading3"><w:name w:val="heading 3"/></w:style>
  <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Heading2"/></w:style>
  <w:style w:type="paragraph" w:styleId="Level"><w:name w:val="Level"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
  <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
  <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
  <w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style></w:styles>`;

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (text: string, style = '') =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${text.startsWith('<') ? text : run(text)}</w:p>`;
const [h1, h2, h3] = ['berschrift1', 'Heading2', 'Heading3'].map((style) => (text: string) => p(text, style));
if (h1 === undefined || h2 === undefined || h3 === undefined) throw new Error('There are three styles');

const picture = (id: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="Alt"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const documentOf = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`;

const filesOf = (body: string, others: Files = {}): Files => ({
  '[Content_Types].xml': TYPES,
  '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': documentOf(body),
  'word/styles.xml': STYLES,
  'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="p1" Type="${OFFICE}/image" Target="media/image 1.png"/>
    <Relationship Id="p2" Type="${OFFICE}/image" Target="media/image2.emf"/><Relationship Id="p3" Type="${OFFICE}/image" Target="../../../etc/passwd"/>
    <Relationship Id="l1" Type="${OFFICE}/hyperlink" Target="https://example.org/" TargetMode="External"/></Relationships>`,
  ...others,
});

async function readFiles(files: Files) {
  const report = new ImportReport();
  const course = await docxFormat.read({ tree: treeForTest(files), name: 'notes', report });
  const lessons = course.modules.flatMap((module) => module.lessons);
  const outline = course.modules.map(({ title, lessons: own }) => [
    title,
    ...own.map((lesson) => lesson.title),
  ]);
  return { course, lessons, outline, lines: report.lines };
}

const read = (body: string, others: Files = {}) => readFiles(filesOf(body, others));

describe('a document of Word', () => {
  it('is read whole, in a time that grows with the number of its instructions for programs', async () => {
    const readWith = async (count: number) => {
      const many = '<?a <w:rt>?>'.repeat(count);
      const { lessons } = await read(`${p('One')}<?b <!-- ?>${p('Two')}<?b --> ?>${p('Three')}${many}`);
      expect(lessons[0]?.html).toBe('<p>One</p><p>Two</p><p>Three</p>');
    };
    expect(await growthOf(readWith, 100_000)).toBeLessThan(LINEAR_GROWTH);
  });

  it('with a document type is refused, as Word writes none', async () => {
    const files = filesOf(p('One'));
    const document = String(files['word/document.xml']).replace(
      '<w:document',
      '<!DOCTYPE w:document [<!ENTITY a "<!--">]><w:document',
    );
    await expect(readFiles({ ...files, 'word/document.xml': document })).rejects.toMatchObject({
      problem: 'badXml',
    });
  });

  it('has headings of the first level as modules, those of the second one as lessons', async () => {
    const { outline, lessons, lines } = await read(
      [
        p('Before'),
        h1('One'),
        p('Text of one'),
        h2('A'),
        p('Text A'),
        h3('Small'),
        p('x'),
        p('Own B', 'Own'),
        p('Text B'),
        h1('Two'),
        p('C', 'Level'),
        p('Text C', 'Loop'),
      ].join(''),
    );
    expect(outline).toEqual([
      ['notes', 'Introduction'],
      ['One', 'One', 'A', 'Own B'],
      ['Two', 'C'],
    ]);
    expect(lessons.map(({ html }) => html)).toEqual([
      '<p>Before</p>',
      '<p>Text of one</p>',
      '<p>Text A</p><h3>Small</h3><p>x</p>',
      '<p>Text B</p>',
      '<p>Text C</p>',
    ]);
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'Loop' }]);
  });

  it('keeps the direction of its paragraphs', async () => {
    const bidi = (text: string, value = '') => `<w:p><w:pPr><w:bidi${value}/></w:pPr>${run(text)}</w:p>`;
    const styles = STYLES.replace(
      '</w:styles>',
      `<w:style w:type="paragraph" w:styleId="Normal" w:default="1"><w:name w:val="Normal"/><w:pPr><w:bidi/></w:pPr></w:style>
       <w:style w:type="paragraph" w:styleId="Body"><w:name w:val="Body Text"/><w:basedOn w:val="Normal"/></w:style></w:styles>`,
    );
    const section = '<w:p><w:pPr><w:sectPr><w:bidi/></w:sectPr></w:pPr><w:r><w:t>d</w:t></w:r></w:p>';
    const { lessons } = await read(`${bidi('a')}${bidi('')}${bidi('b', ' w:val="0"')}${p('c')}${section}`);
    expect(lessons[0]?.html).toBe('<p dir="rtl">a</p><p>b</p><p>c</p><p>d</p>');
    const inStyles = await read(`${h1('T')}${p('a')}${p('b', 'Body')}${bidi('c', ' w:val="false"')}`, {
      'word/styles.xml': styles,
    });
    expect(inStyles.outline).toEqual([['T', 'T']]);
    expect(inStyles.lessons[0]?.html).toBe('<p dir="rtl">a</p><p dir="rtl">b</p><p>c</p>');
  });

  it('keeps the direction of lists, headings and its title', async () => {
    const bidi = (properties: string, text: string) =>
      `<w:p><w:pPr>${properties}<w:bidi/></w:pPr>${run(text)}</w:p>`;
    const item = (text: string) => bidi('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>', text);
    const numbering = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;
    const { course, outline, lessons } = await read(
      bidi('<w:pStyle w:val="Titel"/>', 'البحر') +
        bidi('<w:pStyle w:val="berschrift1"/>', 'المد') +
        bidi('<w:pStyle w:val="Heading3"/>', 'مرتين') +
        item('x') +
        item('y'),
      {
        'word/numbering.xml': numbering,
        'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="n" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`,
      },
    );
    expect([course.title, outline]).toEqual(['البحر', [['المد', 'مرتين']]]);
    expect(lessons[0]?.html).toBe('<ul dir="rtl"><li>x</li><li>y</li></ul>');
  });

  it('keeps readings above characters', async () => {
    const ruby = (base: string, reading: string) =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`;
    const { lessons } = await read(
      `<w:p>${ruby('潮', 'しお')}${run('が')}${ruby('満', 'み')}${run('ちる')}${ruby('。', '')}</w:p>`,
    );
    expect(lessons[0]?.html).toBe('<p><ruby>潮<rt>しお</rt></ruby>が<ruby>満<rt>み</rt></ruby>ちる。</p>');
  });

  it('has one module if there is one level of headings, whichever it is', async () => {
    expect((await read(h3('A') + p('x') + h3('B') + p('y'))).outline).toEqual([['notes', 'A', 'B']]);
  });

  it('is one lesson without headings, named after its title or its file', async () => {
    const core =
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Microsoft Word - x.doc</dc:title><dc:creator>Ada</dc:creator><dc:description>About</dc:description></cp:coreProperties>';
    const { course, outline } = await read(p('The sea', 'Titel') + p('Text'), { 'docProps/core.xml': core });
    expect(course).toMatchObject({ title: 'The sea', instructor: 'Ada', description: 'About' });
    expect(outline).toEqual([['The sea', 'The sea']]);
    expect((await read(p('Text'), { 'docProps/core.xml': core })).course.title).toBe('notes');
  });

  it('has no module for its title', async () => {
    const { course, outline, lines } = await read(p('The sea', 'Titel') + h1('One') + h2('A') + p('x'));
    expect(course.title).toBe('The sea');
    expect(outline).toEqual([['One', 'A']]);
    expect(lines).toEqual([]);
  });

  it('names its pictures by their paths, and reports those that browsers do not show or that are missing', async () => {
    const { lessons, lines } = await read(p(picture('p1') + picture('p2') + picture('p3')), {
      'word/media/image 1.png': 'png',
      'word/media/image2.emf': 'emf',
      'etc/passwd': 'root',
    });
    expect(lessons[0]?.html).toBe('<p><img alt="Alt" src="word/media/image%201.png" /></p>');
    expect(lines.map(({ outcome }) => outcome)).toEqual(['leftOut', 'missing']);
  });

  it('has each note at the end of the lesson that refers to it, numbered from 1', async () => {
    const note = (id: number) => `<w:footnote w:id="${id}">${p(`Note ${id}`)}</w:footnote>`;
    const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const { lessons } = await read(
      h2('A') + p(run('a') + reference(2)) + h2('B') + p(run('b') + reference(3) + run('c') + reference(2)),
      { 'word/footnotes.xml': `<w:footnotes ${NAMESPACES}>${note(2)}${note(3)}</w:footnotes>` },
    );
    expect(lessons.map(({ html }) => html)).toEqual([
      '<p>a<sup>[1]</sup></p><hr><ol><li><p>Note 2</p></li></ol>',
      '<p>b<sup>[1]</sup>c<sup>[2]</sup></p><hr><ol><li><p>Note 3</p></li><li><p>Note 2</p></li></ol>',
    ]);
  });

  it('finds the lesson of a bookmark', async () => {
    const { course, lessons } = await read(
      h2('A') +
        p(`<w:hyperlink w:anchor="there">${run('link')}</w:hyperlink>`) +
        h2('B') +
        p(`<w:bookmarkStart w:id="0" w:name="there"/>${run('b')}<w:bookmarkEnd w:id="0"/>`),
    );
    const [first, second] = lessons;
    expect(first?.html).toContain('<a href="#there">link</a>');
    if (first === undefined) throw new Error('There are two lessons');
    expect(course.resolve?.('#there', first)).toBe(second?.key);
    expect(course.resolve?.('#nowhere', first)).toBeNull();
  });

  it('takes tracked changes, fields and formulas as text, and leaves out comments and its table of contents', async () => {
    const formula =
      '<m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:r><m:t>&lt;</m:t></m:r><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara>';
    const { lessons, lines } = await read(
      p('Contents 1', 'TOC1') +
        h2('A') +
        p(
          `<w:ins w:id="1">${run('new')}</w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del>`,
        ) +
        p(
          `${run('Figure ')}<w:fldSimple w:instr="SEQ">${run('1')}</w:fldSimple><w:r><w:commentReference w:id="1"/></w:r>`,
        ) +
        `<w:p>${formula}</w:p>`,
      {
        'word/comments.xml': `<w:comments ${NAMESPACES}><w:comment w:id="1">${p('Secret')}</w:comment></w:comments>`,
      },
    );
    expect(lessons.map(({ html }) => html)).toEqual(['<p>new</p><p>Figure 1</p><p>(a+b)/2&lt;x^2</p>']);
    expect(lines.map(({ outcome, place, reason }) => [outcome, place, reason.slice(0, 8)])).toEqual([
      ['simplified', 'A', 'Tracked '],
      ['leftOut', 'A', 'Comments'],
      ['simplified', 'A', 'Formulas'],
      ['leftOut', 'notes', 'The tabl'],
    ]);
  });

  it('reports headings without a text below, and is refused without any text', async () => {
    const { outline, lines } = await read(h2('A') + p('x') + h2('Empty'));
    expect(outline).toEqual([['notes', 'A']]);
    expect(lines).toMatchObject([{ outcome: 'leftOut', place: 'Empty' }]);
    await expect(read(p(''))).rejects.toMatchObject({ problem: 'nothing' });
  });
});

describe('a hostile document', () => {
  it.each([
    ['with entities', '<!DOCTYPE x [<!ENTITY e "e">]><w:document>&e;</w:document>'],
    ['nested too deeply', `${'<w:tbl>'.repeat(200)}${'</w:tbl>'.repeat(200)}`],
    ['cut off', '<w:document><w:body>'],
  ])('is refused for a text %s', async (_, text) => {
    const files = { ...filesOf(''), 'word/document.xml': text };
    await expect(readFiles(files)).rejects.toMatchObject({ problem: 'badXml' });
  });

  it('is read without a damaged part', async () => {
    const { lessons, lines } = await read(p('Text'), { 'word/numbering.xml': '<broken' });
    expect(lessons).toHaveLength(1);
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'numbering.xml' }]);
  });

  it('is read or refused, wherever one of its parts is changed', async () => {
    const all = filesOf(
      h1('One') +
        h2('A') +
        p(`${run('x')}<w:r><w:footnoteReference w:id="2"/></w:r>${picture('p1')}`) +
        `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="99999999999"/></w:tcPr>${p('cell')}</w:tc></w:tr></w:tbl>`,
      {
        'word/footnotes.xml': `<w:footnotes ${NAMESPACES}><w:footnote w:id="2">${p('Note')}</w:footnote></w:footnotes>`,
      },
    );
    const change = fc.record({
      path: fc.constantFrom(...Object.keys(all)),
      at: fc.nat({ max: 3_000 }),
      by: fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('w:', '</w:p>', '<w:p/>', '9', '-1', '../')),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ path, at, by }) => {
        const text = all[path] ?? '';
        try {
          const changed = text.slice(0, at) + by + text.slice(at + by.length);
          const { lessons } = await readFiles({ ...all, [path]: changed });
          expect(lessons.every(({ title }) => title.trim() !== '')).toBe(true);
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
        }
      }),
      { numRuns: 150 },
    );
  });
});
