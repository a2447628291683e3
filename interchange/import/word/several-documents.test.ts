import { describe, expect, it } from 'vitest';
import { digestOf, encodeText } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import type { ImportTools } from '../finish/import-tools.ts';
import { readForeign } from '../read-foreign.ts';
import { zipStored } from './stored-zip.ts';

const tools: ImportTools = {
  shrinkPicture: async (picture) => picture,
  storePicture: async ({ bytes }) => digestOf(bytes),
  storeFile: async (bytes) => digestOf(bytes),
  onProgress: () => undefined,
};

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const p = (text: string, properties = '') =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`;
const item = (text: string, list = 1, level = 0) =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const PICTURE = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${DRAWING}/wordprocessingDrawing"><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData><pic:pic xmlns:pic="${DRAWING}/picture"><pic:blipFill><a:blip xmlns:r="${OFFICE}" r:embed="p1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const level = (format: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
const NUMBERING = `<w:numbering ${W}><w:abstractNum w:abstractNumId="7">${level('decimal')}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level('bullet')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`;

const documentOf = (body: string): Files => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="p1" Type="${OFFICE}/image" Target="media/image1.png"/></Relationships>`,
  'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
  'word/numbering.xml': NUMBERING,
  'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  'word/media/image1.png': PNG,
});

const packed = (body: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipStored(
      Object.entries(documentOf(body)).map(([name, content]) => ({
        name,
        bytes: typeof content === 'string' ? encodeText(content) : content,
      })),
    ),
  );

async function read(files: Files) {
  const { outline, texts, report } = await readForeign(treeForTest(files), 'course', tools);
  return {
    outline: outline.modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)]),
    html: [...texts.values()],
    lines: report.map(({ outcome, place }) => `${outcome} ${place}`),
  };
}

describe('several documents of Word', () => {
  it('are a course with a lesson for each, in order, with its pictures', async () => {
    const { outline, html, lines } = await read({
      '10 Ebb.docx': packed(p('Ten.')),
      '2 Flood.docx': packed(p('The flood', '<w:pStyle w:val="H1"/>') + p('Two.') + PICTURE),
      'More/Wind.docx': packed(p('Wind.')),
      'broken.docx': 'PK',
    });
    expect(outline).toEqual([
      ['Course', 'The flood', 'Ebb'],
      ['More', 'Wind'],
    ]);
    expect(html[0]).toMatch(/^<p>Two\.<\/p><p><img src="carrel:file\/[0-9a-f]{64}" alt="" \/><\/p>$/);
    expect(lines).toEqual(['leftOut broken.docx']);
  });
});

describe('a document of Word', () => {
  it('has the number with which an interrupted list goes on', async () => {
    const { html } = await read(
      documentOf(
        item('a') +
          item('inner', 1, 1) +
          item('b') +
          p('Between') +
          item('c') +
          item('bullet', 2) +
          item('d') +
          item('anew', 3),
      ),
    );
    expect(html[0]).toBe(
      '<ol><li>a<ol><li>inner</li></ol></li><li>b</li></ol><p>Between</p><ol start="3"><li>c</li></ol><ul><li>bullet</li></ul><ol><li>d</li><li>anew</li></ol>',
    );
  });

  it('has a large first letter as part of its word', async () => {
    const cap = '<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around"/>';
    const { html } = await read(documentOf(p('T', cap) + p('he tide.', '<w:jc w:val="left"/>') + p('Next.')));
    expect(html[0]).toBe('<p>The tide.</p><p>Next.</p>');
  });
});
