import fc from 'fast-check';

/** Lesson HTML as people and programs write it: known to the rich editor, unknown to it, and malformed. */
const plainText = fc.constantFrom(
  'tide',
  'a &amp; b',
  'x &lt; y',
  'ä',
  '“said”',
  'two  spaces',
  'non\u00a0breaking',
);
const around =
  (tag: string, attributes = '') =>
  (inner: string) =>
    `<${tag}${attributes}>${inner}</${tag}>`;
const inline = fc.oneof(
  { weight: 4, arbitrary: plainText },
  plainText.map(around('strong')),
  plainText.map((text) => `<em><strong>${text}</strong></em>`),
  plainText.map(around('code')),
  plainText.map(around('kbd')),
  plainText.map(around('b')),
  plainText.map(around('a', ' href="https://example.org/" rel="noopener"')),
  plainText.map(around('span', ' class="red"')),
  fc.constantFrom(
    '<br />',
    '<br>',
    '<img src="https://example.org/p.png" alt="p" />',
    '<wbr>',
    '<!-- aside -->',
  ),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const paragraph = line.map(around('p'));
const items = fc.array(fc.oneof(line.map(around('li')), paragraph.map(around('li'))), {
  minLength: 1,
  maxLength: 3,
});
const cells = fc.array(line.map(around('td')), { minLength: 2, maxLength: 2 });
const rows = fc.array(
  cells.map((cells) => around('tr')(cells.join(''))),
  { minLength: 1, maxLength: 3 },
);
const block = fc.oneof(
  paragraph,
  line.map(around('h2')),
  line.map(around('h1')),
  line.map(around('p', ' lang="fr" class="x"')),
  items.map((list) => `<ul>\n${list.join('\n')}\n</ul>`),
  items.map((list) => `<ol start="3">${list.join('')}</ol>`),
  rows.map((list) => `<table><caption>Tides</caption><tbody>${list.join('')}</tbody></table>`),
  rows.map((list) => `<table>${list.join('')}</table>`),
  paragraph.map(around('blockquote')),
  line.map(around('blockquote')),
  plainText.map((text) => `<pre><code>${text}\n  more\n</code></pre>`),
  plainText.map(around('pre')),
  paragraph.map((text) => `<details><summary>Answer</summary>${text}</details>`),
  line.map((text) => `<dl><dt>Term</dt><dd>${text}</dd></dl>`),
  line.map(
    (text) =>
      `<figure><img src="https://example.org/p.png" alt="p"><figcaption>${text}</figcaption></figure>`,
  ),
  paragraph.map(around('div', ' style="color: red"')),
  line,
  fc.constantFrom(
    '<hr />',
    '<!-- a note -->',
    '<iframe src="https://www.youtube.com/watch?v=dQw4w9WgXcQ"></iframe>',
    '<p>never closed',
    '</em>',
    '<p><b>crossed</p></b>',
  ),
);
const gap = fc.constantFrom('', '\n', '\n\n', ' \n\t');

/** Content that follows the first paragraph of a lesson. */
export const randomRest: fc.Arbitrary<string> = fc
  .array(fc.tuple(gap, block), { maxLength: 6 })
  .chain((parts) => gap.map((end) => parts.map(([before, html]) => before + html).join('') + end));
