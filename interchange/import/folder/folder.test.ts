import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_GROWTH } from '#e2e/sync/testing/growth.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { folderFormat } from './folder-format.ts';

/** Far more than a time that grows with the size of the input, and less than one that grows with its square. */

type Files = Readonly<Record<string, string>>;

async function read(files: Files, name = 'my-course') {
  const report = new ImportReport();
  const course = await folderFormat.read({ tree: treeForTest(files), name, report });
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

describe('a folder of Markdown', () => {
  it('has a module for each folder and the pages beside them before, numbers in their order', async () => {
    const { outline, course } = await read({
      'sailing-course/README.md': '# Sailing\n\nWelcome.',
      'sailing-course/10-storms/1-wind.md': 'Wind.',
      'sailing-course/2-knots/2. Bowline.md': 'Bowline.',
      'sailing-course/2-knots/1. Reef_knot.md': 'Reef knot.',
      'sailing-course/2-knots/10. Sheet bend.md': 'Sheet bend.',
    });
    expect(course.title).toBe('Sailing');
    expect(outline).toEqual([
      ['Sailing', 'Introduction'],
      ['Knots', 'Reef knot', 'Bowline', 'Sheet bend'],
      ['Storms', '1 wind'],
    ]);
  });

  it('leaves numbers in names of which some siblings have none', async () => {
    const { outline } = await read({ 'a/12 monkeys.md': 'x', 'a/alien.md': 'y', 'b/x.md': 'z' });
    expect(outline).toEqual([
      ['A', '12 monkeys', 'Alien'],
      ['B', 'X'],
    ]);
  });

  it('has the text between two lines that only look like front matter', async () => {
    const { lessons } = await read({ 'a/1.md': '---\n\nFirst slide.\n\n---\n# Second', 'a/2.md': 'x' });
    expect(lessons[0]?.html).toContain('First slide.');
  });

  it('keeps the direction of a page, in each lesson that is made of it', async () => {
    const { lessons } = await read({
      'a.html': '<html dir="rtl"><body><h1>المد</h1><p>x</p><h1>الجزر</h1><p>y</p></body></html>',
    });
    expect(lessons.map(({ html }) => html)).toEqual([
      '<body dir="rtl"><p>x</p></body>',
      '<body dir="rtl"><p>y</p></body>',
    ]);
  });

  it('has the headings of a page that leaves out the end of its head', async () => {
    const { outline } = await read({ 'a.html': '<head><title>Sea</title><h1>Ebb</h1>x<h1>Flood</h1>y' });
    expect(outline).toEqual([['My course', 'Ebb', 'Flood']]);
  });

  it('has the imports that are part of an example in MDX', async () => {
    const text = 'import Tabs from "tabs";\n\n# A\n\nText\n\n```js\nimport x from "y";\n```\n';
    const { lessons } = await read({ 'a/1.mdx': text, 'a/2.md': 'x' });
    expect(lessons[0]?.html).toContain('import x from');
    expect(lessons[0]?.html).not.toContain('Tabs');
  });

  it('has names with apostrophes and blanks in its table of contents and settings', async () => {
    const { course, outline } = await read({
      'mkdocs.yml':
        "site_name: Bob's and Al's sea\nnav:\n  - What's new: my news.md\n  - Start: a.md # first\n",
      'docs/my news.md': 'x',
      'docs/a.md': 'y',
    });
    expect(course.title).toBe("Bob's and Al's sea");
    expect(outline.flat()).toEqual(["Bob's and Al's sea", "What's new", 'Start']);
  });

  it('is read in a time that grows with the number of its pages', async () => {
    const readPages = async (count: number) => {
      const files = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`a/${at % 100 === 0 ? `${at}/` : ''}page-${at}.md`, 'x']),
      );
      const { lessons } = await read(files);
      expect(lessons).toHaveLength(count);
    };
    expect(await growthOf(readPages, 10_000)).toBeLessThan(LINEAR_GROWTH);
  });

  it('takes titles from front matter, else the first heading, which leaves the text at its beginning', async () => {
    const { lessons } = await read({
      'a/1.md': '---\ntitle: "From: the \\"matter\\""\ndescription: Short\n---\n# Heading\n\nText',
      'a/2.md': '\n# A &amp; *B*\n\nText',
      'a/3.md': 'Text first\n\n# Later',
      'a/4.md': '+++\ntitle = "Hugo"\n+++\n# Hugo\n\nText',
    });
    expect(lessons.map(({ title }) => title)).toEqual(['From: the "matter"', 'A & B', 'Later', 'Hugo']);
    expect(lessons.map(({ html }) => /<h1>/.test(html))).toEqual([true, false, true, false]);
    expect(lessons[0]?.description).toBe('Short');
  });

  it('takes the name of a page that begins with one of several headings below the first level', async () => {
    const { lessons } = await read({
      'm/wind_and_waves.md': '### Introduction\n\nText\n\n### Next',
      'n/x.md': 'X',
    });
    expect(lessons[0]).toMatchObject({
      title: 'Wind and waves',
      html: expect.stringContaining('<h3>Introduction'),
    });
  });

  it('reports commands of programs that make websites, but not those in code', async () => {
    const { lines } = await read({
      'm/a.md': '{% include x %}',
      'm/b.md': '`{% raw %}`',
      'm/c.md': '```\n{{#include a.rs}}\n```',
    });
    expect(
      lines.map(({ outcome, place, reason }) => [outcome, place, /“([^”]*)”/.exec(reason)?.[1]]),
    ).toEqual([
      ['missing', 'm/a.md', 'x'],
      ['simplified', 'm/a.md', '{% … %}'],
      ['missing', 'm/c.md', 'a.rs'],
      ['simplified', 'm/c.md', '{{#include … }}'],
    ]);
  });

  it('follows the order that pages give themselves, with the page of the folder first', async () => {
    const { outline } = await read({
      'm/b.md': '---\nnav_order: 1\n---\nB',
      'm/a.md': '---\nweight: 2\n---\nA',
      'm/c.md': 'C',
      'm/index.md': '# Start\n\nS',
      'n/x.md': 'X',
    });
    expect(outline[0]).toEqual(['M', 'Start', 'B', 'A', 'C']);
  });

  it('begins with its own page, whatever the names of the others are', async () => {
    const { outline } = await read({ 'a.md': 'A', 'README.md': '# Course\n\nHello', 'm/b.md': 'B' });
    expect(outline[0]).toEqual(['Course', 'Introduction', 'A']);
  });

  it('reads drafts, and says so', async () => {
    const { lessons, lines } = await read({
      'm/a.md': '---\ndraft: true\n---\nA',
      'm/b.md': '---\npublished: false\n---\nB',
      'm/c.md': '---\ndraft: false\n---\nC',
    });
    expect(lessons).toHaveLength(3);
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'm/a.md', count: 2 }]);
  });

  it('names a module after the title that its page or its settings give apart from a text', async () => {
    const { outline } = await read({
      'm/_index.md': '---\ntitle: Knots and ropes\nweight: 2\n---\nText',
      'm/a.md': 'A',
      'n/_category_.json': '{"label":"First aid","position":1}',
      'n/b.md': 'B',
      'o/_category_.json': '{"label":7}',
      'o/c.md': 'C',
    });
    expect(outline).toEqual([
      ['First aid', 'B'],
      ['Knots and ropes', 'Knots and ropes', 'A'],
      ['O', 'C'],
    ]);
  });

  it('joins the names of deeper folders to the titles', async () => {
    const { outline, lines } = await read({
      'm/sub/x.md': 'X',
      'm/sub/README.md': '# Sub!\n\nS',
      'm/a.md': 'A',
      'n/b.md': 'B',
    });
    expect(outline[0]).toEqual(['M', 'A', 'Sub!', 'Sub!: X']);
    expect(lines).toMatchObject([{ outcome: 'simplified', place: 'Sub!: X' }]);
  });

  it('finds the modules below the only folder beside pages about the repository', async () => {
    const { outline, lines } = await read({
      'repo/README.md': '# Course\n\nHello',
      'repo/CONTRIBUTING.md': 'How to',
      'repo/LICENSE': 'MIT',
      'repo/docs/one/a.md': 'A',
      'repo/docs/two/b.md': 'B',
    });
    expect(outline).toEqual([
      ['Course', 'Introduction'],
      ['One', 'A'],
      ['Two', 'B'],
    ]);
    expect(lines.map(({ place }) => place)).toEqual(['repo/CONTRIBUTING.md', 'repo/LICENSE']);
  });

  it('ignores files of systems and programs', async () => {
    const { lessons } = await read({
      'a.md': 'A',
      'b.md': 'B',
      '.git/x.md': 'X',
      'node_modules/p/README.md': 'X',
      '__MACOSX/a.md': 'X',
      '.hidden.md': 'X',
      'Thumbs.db': 'X',
    });
    expect(lessons.map(({ key }) => key)).toEqual(['a.md', 'b.md']);
  });

  it('makes lessons of videos and PDFs that no page names, and joins those with the name of a page', async () => {
    const { outline, lessons, lines } = await read({
      'm/01-intro.md': 'See [the slides](slides/s.pdf).',
      'm/01-intro.mp4': 'video',
      'm/02-video.mp4': 'video',
      'm/slides/s.pdf': 'pdf',
      'm/sheet.xlsx': 'x',
      'n/x.md': 'X',
    });
    expect(outline[0]).toEqual(['M', 'Intro', 'Video']);
    expect(lessons.map(({ attachments }) => attachments)).toMatchObject([
      [{ file: 'm/01-intro.mp4' }],
      [{ file: 'm/02-video.mp4' }],
      [],
    ]);
    expect(lines).toMatchObject([{ outcome: 'leftOut', place: 'm/sheet.xlsx' }]);
  });

  it('resolves links between pages as the programs of such folders do', async () => {
    const { resolve } = await read({
      'docs/guide/intro.md': 'x',
      'docs/guide/README.md': 'x',
      'docs/other/page two.md': 'x',
      'docs/static/img/a.png': 'x',
    });
    const from = (address: string) => resolve(address, 'docs/guide/intro.md');
    expect(from('README.md#part')).toBe('docs/guide/README.md');
    expect(from('../other/page%20two')).toBe('docs/other/page two.md');
    expect(from('../other/page%20two.html?x=1')).toBe('docs/other/page two.md');
    expect(from('/guide/')).toBe('docs/guide/README.md');
    expect(from('#/other/page%20two')).toBe('docs/other/page two.md');
    expect(from('/img/a.png')).toBe('docs/static/img/a.png');
    expect(from('../../../docs/guide/intro.md')).toBeNull();
    expect(from('https://example.org/guide/intro.md')).toBeNull();
    expect(from('missing.md')).toBeNull();
  });
});

describe('a folder with a table of contents', () => {
  it('of mdBook has its chapters as modules', async () => {
    const { outline, course } = await read({
      'book/book.toml': '[book]\ntitle = "Rust"\nauthors = ["A. One", "B. Two"]\n',
      'book/src/SUMMARY.md':
        '# Summary\n\n[Foreword](foreword.md)\n\n- [Start](start.md)\n  - [Install `rustup`](install.md)\n    - [Linux](linux.md)\n- [Alone](alone.md)\n- [Draft]()\n',
      'book/src/foreword.md': 'F',
      'book/src/start.md': 'S',
      'book/src/install.md': 'I',
      'book/src/linux.md': 'L',
      'book/src/alone.md': 'A',
    });
    expect(course).toMatchObject({ title: 'Rust', instructor: 'A. One, B. Two' });
    expect(outline).toEqual([
      ['Rust', 'Foreword'],
      ['Start', 'Start', 'Install rustup', 'Install rustup: Linux'],
      ['Alone', 'Alone'],
    ]);
  });

  it('of GitBook has its parts as modules; what it does not name is reported', async () => {
    const { outline, lines } = await read({
      'README.md': '# Cooking\n\nHello',
      'SUMMARY.md':
        '# Table of contents\n\n* [Welcome](README.md)\n\n## Soups\n\n* [Leek](soups/leek.md)\n* [Gone](soups/gone.md)\n* [Web](https://example.org)\n',
      'soups/leek.md': 'L',
      'soups/secret.md': 'S',
      'soups/secret.mp4': 'V',
    });
    expect(outline).toEqual([
      ['Cooking', 'Welcome'],
      ['Soups', 'Leek'],
    ]);
    expect(lines.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['leftOut', 'soups/secret.md'],
      ['leftOut', 'soups/secret.mp4'],
      ['missing', 'Gone'],
      ['leftOut', 'Web'],
    ]);
  });

  it('of docsify has its headings without links as modules', async () => {
    const { outline } = await read({
      'README.md': '# Tool\n\nHello',
      '_sidebar.md': '- Guide\n\n  - [Quick](quick.md)\n  - [Home](/)\n\n- Extra\n  - [Other](/other)\n',
      'quick.md': 'Q',
      'other.md': 'O',
    });
    expect(outline).toEqual([
      ['Guide', 'Quick', 'Home'],
      ['Extra', 'Other'],
    ]);
  });

  it('of MkDocs has the lines of its settings', async () => {
    const { course, outline } = await read({
      'repo/mkdocs.yml':
        'site_name: Tool\nnav:\n  - Home: index.md\n  - \'Guide: one\':\n    # first\n    - guide/a.md\n    - "B": guide/b.md\n  - About: about.md\ntheme: x\n',
      'repo/docs/index.md': '# Welcome\n\nHello',
      'repo/docs/guide/a.md': '# The A\n\nA',
      'repo/docs/guide/b.md': 'B',
      'repo/docs/about.md': 'About',
      'repo/src/README.md': 'Code',
    });
    expect(course.title).toBe('Tool');
    expect(outline).toEqual([
      ['Tool', 'Home'],
      ['Guide: one', 'The A', 'B'],
      ['About', 'About'],
    ]);
  });

  it('that names a page twice, or itself, has each page once', async () => {
    const { lessons } = await read({
      'SUMMARY.md': '- [A](a.md)\n  - [A](a.md)\n- [S](SUMMARY.md)\n',
      'a.md': 'A',
    });
    expect(lessons.map(({ key }) => key)).toEqual(['a.md']);
  });
});

describe('a folder of HTML', () => {
  it('has the main part of each page, without menus', async () => {
    const { lessons } = await read({
      'm/a.html':
        '<html><head><title>Site: A</title></head><body><nav>Menu</nav><main><h1>A</h1><p>Text</p></main></body></html>',
      'm/b.html': '<title>B</title><body><p>Text</p></body>',
      'm/c.txt': 'First <line>\nsecond\n\nNext',
      'n/d.html': '<p>D</p>',
    });
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['A', '<p>Text</p>'],
      ['B', '<p>Text</p>'],
      ['C', '<p>First &lt;line&gt;<br>second</p><p>Next</p>'],
      ['D', '<p>D</p>'],
    ]);
  });

  it('reports pages without a text, and is refused if no page has one', async () => {
    const { lines } = await read({
      'm/a.html': '<p> </p><script>x()</script>',
      'm/b.md': 'B',
      'n/c.md': 'C',
    });
    expect(lines).toMatchObject([
      { outcome: 'leftOut', place: 'm/a.html', reason: 'There is no text in it.' },
    ]);
    await expect(read({ 'a.html': '<br>', 'b.md': '' })).rejects.toMatchObject({ problem: 'nothing' });
  });
});

describe('a single page', () => {
  const page = '# Title\n\nBefore\n\n## One\n\n### Small\n\nText\n\n## Two <b>x</b>\n\n[one](#x)\n';

  it('has a lesson for each heading of the first level with several', async () => {
    const { course, outline, lessons } = await read({ 'notes.md': page });
    expect(course.title).toBe('Title');
    expect(outline).toEqual([['Title', 'Introduction', 'One', 'Two x']]);
    expect(new Set(lessons.map(({ key }) => key)).size).toBe(3);
    expect(lessons[1]?.html).toContain('<h3>Small</h3>');
  });

  it('has modules too if the parts are long', async () => {
    const text = 'Lorem ipsum. '.repeat(800);
    const { outline, course } = await read({
      'a.md': `## One\n\n### A\n\n${text}\n\n### B\n\nx\n\n## Two\n\n${text}\n\n### C\n\nx`,
    });
    expect(outline).toEqual([
      ['One', 'A', 'B'],
      ['Two', 'Two', 'C'],
    ]);
    expect(course.title).toBe('My course');
  });

  it('is named after its file if it begins with the first of several headings of the first level', async () => {
    const { course, outline } = await read({ 'a.md': '# One\n\nx\n\n# Two\n\ny' });
    expect(course.title).toBe('My course');
    expect(outline).toEqual([['My course', 'One', 'Two']]);
  });

  it('is one lesson without headings', async () => {
    expect((await read({ 'my_notes.txt': 'Text' }, 'my_notes')).outline).toEqual([['My notes', 'My notes']]);
  });

  it('resolves its own places to the lessons that have them', async () => {
    const { resolve } = await read({
      'a.html': '<h2 id="one">One</h2><p>1</p><h2>Two</h2><p id="in-two">2</p>',
    });
    expect(resolve('#in-two', 'a.html')).toBe('a.html#2');
    expect(resolve('#one', 'a.html#2')).toBe('a.html');
    expect(resolve('#none', 'a.html')).toBeNull();
  });
});

describe('a hostile folder', () => {
  it('is read in reasonable time, and what is nested too deeply is reported', async () => {
    const { lines } = await read({
      'm/a.md': `${'> '.repeat(20_000)}x`,
      'm/b.html': `${'<div>'.repeat(20_000)}x`,
      [`${'d/'.repeat(400)}x.md`]: 'deep',
      'n/c.md': 'C',
    });
    expect(lines.map(({ outcome, place }) => [outcome, place])).toEqual([
      ['leftOut', 'x.md'],
      ['leftOut', 'm/a.md'],
    ]);
    expect(lines[1]?.count).toBe(2);
  });

  it('is a course or is refused, whatever its pages and names are', async () => {
    const name = fc.stringMatching(/^[a-z0-9 ._-]{1,6}$/);
    const path = fc
      .tuple(
        fc.array(name, { maxLength: 3 }),
        fc.oneof(name, fc.constantFrom('SUMMARY', 'README', '_sidebar')),
        fc.constantFrom('md', 'html', 'txt', 'pdf'),
      )
      .map(([folders, own, extension]) => [...folders, `${own}.${extension}`].join('/'));
    const text = fc
      .array(
        fc.oneof(
          fc.string(),
          fc.constantFrom('---\n', 'title: ', '# ', '- [a](', ')', '<p>', '<h1>', '\n', '> ', '```'),
        ),
      )
      .map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, text, { minKeys: 1, maxKeys: 6, noNullPrototype: true }),
        async (files) => {
          try {
            const { lessons } = await read(files);
            expect(lessons.every(({ title }) => title.trim() !== '' && title.length <= 300)).toBe(true);
            expect(new Set(lessons.map(({ key }) => key)).size).toBe(lessons.length);
          } catch (error) {
            if (!(error instanceof ImportError)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
