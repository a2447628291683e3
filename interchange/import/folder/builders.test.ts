import { describe, expect, it } from 'vitest';
import { digestOf } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import type { ImportTools } from '../finish/import-tools.ts';
import { readForeign } from '../read-foreign.ts';

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const tools: ImportTools = {
  shrinkPicture: async (picture) => picture,
  storePicture: async ({ bytes }) => digestOf(bytes),
  storeFile: async (bytes) => digestOf(bytes),
  onProgress: () => undefined,
};

const PNG = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);

/** The course as an admin sees it. */
async function read(files: Files, name = 'course') {
  const { outline, texts, report } = await readForeign(treeForTest(files), name, tools);
  return {
    title: outline.title,
    outline: outline.modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)]),
    html: [...texts.values()].map((text) => text.replace(/\s*\n\s*/g, ' ')),
    lines: report.map(({ outcome, place }) => `${outcome} ${place}`),
    reasons: report.map(({ reason }) => reason),
  };
}

describe('a book of Jupyter', () => {
  const book = {
    '_config.yml': 'title: Tides\nauthor: A. One',
    '_toc.yml':
      'format: jb-book\nroot: intro\nparts:\n- caption: The sea\n  chapters:\n  - file: moon\n  - file: ebb\n- caption: More\n  chapters:\n  - file: code\n',
    'intro.md': '# Tides\n\nHello.',
    'moon.md': '(the-moon)=\n# The moon\n\nText.',
    'ebb.md':
      '# Ebb\n\n```{note}\nThe sea *falls*.\n```\n\nSee {ref}`the-moon` and {doc}`it <moon>`.\n\n```{figure} img/a.png\n:name: fig-a\nA wave.\n```\n\n```{code-cell} python\n:tags: [hide]\nprint(1)\n```\n',
    'code.ipynb': JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: ['# Code\n', '\n', 'Text.'] },
        { cell_type: 'code', source: 'print(2)', outputs: [{ text: ['2\n'] }] },
      ],
    }),
    'img/a.png': PNG,
    '_static/a/readme.md': '# Not a lesson',
    'unused.md': 'Unused',
  };

  it('has its parts in their order, with the page of the whole first', async () => {
    const { title, outline, lines } = await read(book);
    expect(title).toBe('Tides');
    expect(outline).toEqual([
      ['Tides', 'Introduction'],
      ['The sea', 'The moon', 'Ebb'],
      ['More', 'Code'],
    ]);
    expect(lines).toEqual(['leftOut unused.md', 'leftOut _static/a/readme.md']);
  });

  it('has its notes, references, figures and code', async () => {
    const { html } = await read(book);
    expect(html[2]).toContain('<blockquote> <p><strong>Note</strong></p> <p>The sea <em>falls</em>.</p>');
    expect(html[2]).toContain('<a href="carrel:lesson/2/1" rel="noopener">The moon</a> and <a');
    expect(html[2]).toMatch(/<img src="carrel:file\/[0-9a-f]{64}" alt="" \/><\/p> <p>A wave\.<\/p>/);
    expect(html[2]).toContain('<pre><code>print(1) </code></pre>');
    expect(html[3]).toBe('<p>Text.</p> <pre><code>print(2) </code></pre> <pre><code>2 </code></pre>');
  });

  it('has the chapters of its only part as modules', async () => {
    const { outline } = await read({
      '_toc.yml':
        'root: intro\nparts:\n- caption: All\n  chapters:\n  - file: a\n    sections:\n    - file: b\n  - file: c\n',
      ...{ 'intro.md': '# X\n\nx', 'a.md': '# A\n\na', 'b.md': '# B\n\nb', 'c.md': '# C\n\nc' },
    });
    expect(outline).toEqual([
      ['X', 'Introduction'],
      ['A', 'A', 'B'],
      ['C', 'C'],
    ]);
  });
});

describe('a course of Hugging Face', () => {
  const chapter = 'title: 1. Tides\n  sections:\n  - local: one/a\n    title: Welcome\n  - local: one/b\n';
  const page =
    'import X from "x"\n\n# Welcome[[welcome]]\n\n<CourseFloatingBanner unit={1} notebooks={[{label: "A", value: "b > c"}]} />\n\nText.\n\n<Tip warning={true}>\n\nMind.\n\n</Tip>\n\n<Youtube id="abcdefghijk" />\n\n[next](/learn/course/one/b#x)\n';

  it('has the titles and the order of its table, without ids and programs', async () => {
    const { outline, html, lines } = await read({
      'README.md': '# The sea\n\nAbout.',
      'en/_toctree.yml': `- ${chapter}`,
      'en/one/a.mdx': page,
      'en/one/b.mdx': '# The moon [[the-moon]]\n\nText.\n\n<Question choices={[{text: "<a>"}]} />\n',
      'fr/_toctree.yml': `- ${chapter}`,
      'fr/one/a.mdx': '# Bonjour',
      'fr/one/b.mdx': '# La lune\n\nTexte.',
    });
    expect(outline).toEqual([['1. Tides', 'Welcome', 'The moon']]);
    expect(html[0]).toBe(
      '<p>Text.</p> <blockquote> <p><strong>Warning</strong></p> <p>Mind.</p> </blockquote> <p><a href="carrel:lesson/1/2" rel="noopener">next</a></p>',
    );
    expect(lines).toEqual([
      'leftOut fr/_toctree.yml',
      'leftOut README.md',
      'leftOut en/one/a.mdx',
      'leftOut en/one/b.mdx',
    ]);
  });
});

describe('a folder of Docusaurus', () => {
  it('has its labels, tabs and notes, and no partial pages', async () => {
    const { outline, html, lines } = await read({
      'docusaurus.config.js': 'x',
      'src/pages/index.md': 'Landing',
      'docs/a/_category_.json': '{"label": "First part", "position": 1}',
      'docs/a/one.mdx':
        '---\nsidebar_position: 1\ntitle: One\n---\nimport Tabs from "@theme/Tabs";\nimport P from "./_p.mdx";\n\n<Tabs>\n<TabItem value="a" label="Mac">\n\nOn a Mac.\n\n</TabItem>\n</Tabs>\n\n## Why {#why}\n\n:::tip\nA tip.\n:::\n',
      'docs/a/_p.mdx': 'Partial',
      'docs/b/b.md': '---\nsidebar_position: 2\n---\n# The B\n\n[One](../a/one.mdx#why)\n',
      'docs/b/two.md': '# Two\n\nx',
    });
    expect(outline).toEqual([
      ['First part', 'One'],
      ['B', 'The B', 'Two'],
    ]);
    expect(html[0]).toBe(
      '<p><strong>Mac</strong></p> <p>On a Mac.</p> <h2>Why</h2> <blockquote> <p><strong>Tip</strong></p> <p>A tip.</p> </blockquote>',
    );
    expect(html[1]).toContain('href="carrel:lesson/1/1"');
    expect(lines).toEqual(['leftOut docusaurus.config.js']);
  });
});

describe('a site of Jekyll', () => {
  it('has its collections, but not its layouts, and its commands are carried out', async () => {
    const { title, outline, html, lines } = await read({
      '_config.yml': 'title: Tides',
      '_layouts/default.html': '<p>{{ content }}</p>',
      '_includes/note.md': 'A *note*.',
      '_lessons/a.md':
        '---\ntitle: A\n---\n{% include note.md %}\n\n[Start]({{ site.baseurl }}/) [B]({% link two/b.md %}){:target="_blank"}\n\nOf {{ site.title }}, {{ page.title }}.\n{: .lead}\n',
      'two/b.md': '---\ntitle: B\npermalink: /sea/\n---\n[A](/lessons/a) [sea](/sea/)',
      'index.md': '---\ntitle: Start\n---\nHello. [B](/sea)',
      'README.md': '# About the repository\n\nx',
    });
    expect(title).toBe('Tides');
    expect(outline).toEqual([
      ['Tides', 'Start'],
      ['Lessons', 'A'],
      ['Two', 'B'],
    ]);
    expect(html[0]).toContain('href="carrel:lesson/3/1"');
    expect(html[1]).toBe(
      '<p>A <em>note</em>.</p> <p><a href="carrel:lesson/1/1" rel="noopener">Start</a> <a href="carrel:lesson/3/1" rel="noopener">B</a></p> <p>Of Tides, A.</p>',
    );
    expect(html[2]).toContain('href="carrel:lesson/2/1"');
    expect(lines).toEqual(['leftOut README.md', 'leftOut _layouts/default.html']);
  });
});

describe('a vault of Obsidian', () => {
  it('has its links, embeds, callouts and marks; a file that nothing names is reported', async () => {
    const { outline, html, lines } = await read({
      '.obsidian/app.json': '{}',
      'Ebb.md':
        '# Other heading\n\nSee [[01_Flood|Flood]] and [[Notes/01_Flood#Why|why]], [[Gone]].\n\n![[moon.png|300]]\n\n> [!warning]- Careful\n> Deep.\n\n==marked *x*== %%hidden%% `[[code]]`\n',
      'Notes/01_Flood.md': '## Why\n\nText. ^block1',
      'Notes/02_Wind.md': '[Ebb](../Old/Ebb.md)',
      'attachments/moon.png': PNG,
      'attachments/other.png': PNG,
    });
    expect(outline).toEqual([
      ['Course', 'Ebb'],
      ['Notes', 'Flood', 'Wind'],
    ]);
    const flood = (text: string) => `<a href="carrel:lesson/2/1" rel="noopener">${text}</a>`;
    expect(html[0]).toContain(`See ${flood('Flood')} and ${flood('why')}, Gone.`);
    expect(html[0]).toMatch(/<img src="carrel:file\/[0-9a-f]{64}" alt="" width="300" \/>/);
    expect(html[0]).toContain('<blockquote> <p><strong>Careful</strong></p> <p>Deep.</p> </blockquote>');
    expect(html[0]).toContain('<p><mark>marked <em>x</em></mark>  <code>[[code]]</code></p>');
    expect(html[1]).toBe('<h2>Why</h2> <p>Text.</p>');
    expect(html[2]).toContain('href="carrel:lesson/1/1"');
    expect(lines).toEqual(['leftOut attachments/other.png', 'leftOut .obsidian/app.json', 'missing Ebb']);
  });
});

describe('an export of Notion', () => {
  const id = (at: number) => `${at}b03f7c565474ba180230b78abd07a44`;
  it('has names without ids, in the order of the page above', async () => {
    const { title, outline, lines } = await read({
      [`Tides ${id(1)}.md`]: `# Tides\n\n[Flood](Tides%20${id(1)}/Flood%20${id(3)}.md)\n\n[Ebb](Tides%20${id(1)}/Ebb%20${id(2)}.md)\n`,
      [`Tides ${id(1)}/Ebb ${id(2)}.md`]: 'Without a heading.',
      [`Tides ${id(1)}/Flood ${id(3)}.md`]: '# Flood\n\n- [ ] To do\n- [x] Done\n',
      [`Tides ${id(1)}/Table ${id(4)}.csv`]: 'a,b',
    });
    expect(title).toBe('Tides');
    expect(outline).toEqual([['Tides', 'Introduction', 'Flood', 'Ebb']]);
    expect(lines).toEqual([`leftOut Tides ${id(1)}/Table ${id(4)}.csv`]);
  });
});

describe('notations of Pandoc, Quarto and GitHub', () => {
  it('are read, or stand in the report', async () => {
    const { html, reasons } = await read({
      'a/one.md':
        '# One {.unnumbered #one}\n\n![x](gone.png){width=50%} [page](two.qmd){target=_blank} [small]{.smallcaps} `x`{.r}\n\nA[^1] and $a_1 * b_1$ cost $5 and $10^[Inline.].\n\n[^1]: The *note*.\n\nTerm\n: Meaning\n',
      'a/two.qmd':
        '---\ntitle: Two\n---\n::: {.callout-tip}\n## Hint\nText.\n:::\n\n> [!NOTE]\n> The sea rises.\n\n```{r, echo=FALSE}\nplot(x)\n```\n\nSee [@key2020] and @fig-x.\n\n```mermaid\ngraph LR\n```\n\n:smile:\n',
      'a/three.rst': 'x',
      'a/slides.pptx': 'x',
    });
    expect(html[0]).toBe(
      '<p> <a href="carrel:lesson/1/2" rel="noopener">page</a> small <code>x</code></p> <p>A<sup>[1]</sup> and a_1 * b_1 cost $5 and $10<sup>[2]</sup>.</p> <dl><dt>Term</dt><dd>Meaning</dd></dl> <hr /><ol><li>The <em>note</em>.</li><li>Inline.</li></ol>',
    );
    expect(html[1]).toContain('<p><strong>Hint</strong></p> <p>Text.</p> </blockquote>');
    expect(html[1]).toContain('<p><strong>Note</strong></p> <p>The sea rises.</p>');
    expect(html[1]).toContain('<pre><code>plot(x) </code></pre>');
    expect(reasons.map((reason) => reason.split(/[ ,]/, 3).join(' '))).toEqual([
      'Citations and references',
      'A drawing that',
      'Names of emoji',
      'Carrel does not',
      '“gone.png” is named',
      'A formula became',
    ]);
  });

  it('of footnotes are cut with the lessons of a page', async () => {
    const { html } = await read({
      'a.md': '# T\n\n## One\n\nA[^a]\n\n## Two\n\nB[^b]\n\n[^a]: Of one.\n[^b]: Of two.\n',
    });
    expect(html).toEqual([
      '<p>A<sup>[1]</sup></p> <hr /><ol><li>Of one.</li></ol>',
      '<p>B<sup>[1]</sup></p> <hr /><ol><li>Of two.</li></ol>',
    ]);
  });
});

describe('a page of Google Docs', () => {
  it('has its looks, its lists inside of lists, and its links without Google', async () => {
    const { html } = await read({
      'Tides.html':
        '<html><head><style>.c0{font-weight:700}.c1{font-style:italic}</style></head><body class="doc-content"><p><span class="c0">bold</span> <span class="c1">slanted</span></p><ul class="lst-b-0 start"><li>One</li></ul><ol class="lst-b-1 start"><li>Inner</li></ol><ul class="lst-b-0"><li>Two</li></ul><p><a href="https://www.google.com/url?q=https://example.org/a%3Fb&amp;sa=D">page</a></p><p><img src="images/image1.png"></p></body></html>',
      'images/image1.png': PNG,
      'images/image2.png': PNG,
    });
    expect(html[0]).toContain('<b>bold</b> <i>slanted</i>');
    expect(html[0]).toContain('<ul><li>One<ol><li>Inner</li></ol></li><li>Two</li></ul>');
    expect(html[0]).toContain('<a href="https://example.org/a?b"');
  });

  it('is reported with the files beside it that it does not name', async () => {
    const { lines } = await read({ 'a.md': 'Text.', 'b.xlsx': 'x', 'c.png': PNG });
    expect(lines).toEqual(['leftOut b.xlsx', 'leftOut c.png']);
  });
});

describe('a workshop of The Carpentries', () => {
  it('has its episodes in their order', async () => {
    const { outline } = await read({
      'config.yaml': "title: 'The shell'\nepisodes:\n- b.md\n- a.Rmd\n",
      'episodes/a.Rmd': '---\ntitle: Loops\n---\nText.',
      'episodes/b.md': '---\ntitle: Files\n---\nText.',
      'episodes/data/numbers.txt': '1 2 3',
    });
    expect(outline).toEqual([['Episodes', 'Files', 'Loops']]);
  });
});

/** Far more than such a text takes; an expression that backtracks without an end takes longer. */
const HOSTILE_TIMEOUT_MS = 20_000;

describe('a hostile text', () => {
  it.each(
    '%%a|{% comment %}|# a {|<A {|`x ``y |==a|[[a|![[|$a|[^a]|^[a|{/*|<A a="|> [!a|{a}`|(a)= |]{.a|{{< figure |# a [[b|# a    |{: a|a : b|export a '.split(
      '|',
    ),
  )('of %j again and again is read in a short time', { timeout: HOSTILE_TIMEOUT_MS }, async (piece) => {
    const text = piece.repeat(10_000 / piece.length);
    const lines = `${piece}\n`.repeat(5_000 / piece.length);
    const { outline } = await read({ 'm/a.mdx': `x\n\n${text}\n\n${lines}`, 'm/b.md': 'x' });
    expect(outline).toHaveLength(1);
  });
});
