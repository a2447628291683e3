import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import {
  type ActivityForTest,
  backupForTest,
  contextOf,
  type FileForTest,
  instanceOf,
  readForTest,
} from '../backup-for-test.ts';

type Contents = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

async function read(activity: ActivityForTest, files: readonly FileForTest[] = [], contents: Contents = {}) {
  const other = { id: 99, kind: 'page', name: 'Other', fields: { content: '<p>Other</p>' } };
  const sections = [{ name: 'Section', activities: [activity, other] }];
  const { course, tree, report } = await readForTest(backupForTest(sections, files, contents));
  const lessons = course.modules.flatMap((module) => module.lessons).filter(({ title }) => title !== 'Other');
  return { lessons, tree, report };
}

const content = (name: string, hash: string, more: Partial<FileForTest> = {}): FileForTest => ({
  ...{ contextId: contextOf(1), component: 'mod_resource', area: 'content', name, hash, ...more },
});

describe('a page', () => {
  it.each([
    ['1', '<p>a &amp; b</p>', '<p>a &amp; b</p>'],
    ['0', 'a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
    ['0', '<b>a</b>\nb', '<b>a</b>\nb'],
    ['2', 'a < b & c', '<p>a &lt; b &amp; c</p>'],
    ['4', '# Tides\n\n*high*', '<h1>Tides</h1>\n<p><em>high</em></p>\n'],
    ['', '<p>a</p>', '<p>a</p>'],
  ])('in the format %j with %j is %j', async (contentformat, text, html) => {
    const { lessons } = await read({
      id: 1,
      kind: 'page',
      name: 'A',
      fields: { content: text, contentformat },
    });
    expect(lessons.map((lesson) => lesson.html)).toEqual([html]);
  });

  it('has its introduction as a description; one with a picture begins the text', async () => {
    const page = (intro: string) => ({
      id: 1,
      kind: 'page',
      name: 'A',
      fields: { intro, content: '<p>b</p>' },
    });
    const [plain] = (await read(page('<p>About <i>a</i></p>'))).lessons;
    expect([plain?.description, plain?.html]).toEqual(['About a', '<p>b</p>']);
    const [picture] = (await read(page('<img src="https://a.example/b.png">'))).lessons;
    expect([picture?.description, picture?.html]).toEqual([
      '',
      '<img src="https://a.example/b.png"><p>b</p>',
    ]);
  });

  it.each([
    ['{mlang en}Sea{mlang}{mlang de}Meer{mlang} 1', 'Sea 1'],
    ['{mlang de}Meer{mlang}{mlang en,fr}Sea{mlang}{mlang de}!{mlang}', 'Meer!'],
    [
      '<span lang="en" class="multilang">Sea</span> <span class="multilang" lang="de">Meer</span>!',
      '<span lang="en" class="multilang">Sea</span>!',
    ],
    ['<span lang="en" class="multilang">Only</span>', '<span lang="en" class="multilang">Only</span>'],
  ])('in several languages, %j, has the first: %j', async (text, html) => {
    const { lessons } = await read({ id: 1, kind: 'page', name: 'A', fields: { content: text } });
    expect(lessons.map((lesson) => lesson.html)).toEqual([html]);
  });

  it('has a title of plain text within the limit, also without a name', async () => {
    const page = (name: string) => ({ id: 1, kind: 'page', name, fields: { content: '<p>b</p>' } });
    const titleOf = async (name: string) => (await read(page(name))).lessons[0]?.title;
    expect(await titleOf(' R&amp;D:\n <b>Sea</b> ')).toBe('R&D: Sea');
    expect(await titleOf('😀'.repeat(200))).toBe(`${'😀'.repeat(149)}…`);
    expect(await titleOf('')).toBe('page');
  });
});

describe('a book', () => {
  const chapter = (id: number, place: number, title: string, more = '') =>
    `<chapter id="${id}"><pagenum>${place}</pagenum><title>${title}</title><content>&lt;p&gt;${title}&lt;/p&gt;</content>${more}</chapter>`;

  it('is a lesson for each chapter in the order of its pages, with the subchapters inside', async () => {
    const chapters = [
      chapter(8, 3, 'Sun'),
      chapter(6, 1, 'Moon'),
      chapter(7, 2, 'Near &amp;amp; far', '<subchapter>1</subchapter>'),
    ];
    const { lessons, report } = await read({
      ...{ id: 1, kind: 'book', name: 'Tides', fields: { intro: '<p>A book</p>' } },
      inside: `<chapters>${chapters.join('')}</chapters>`,
    });
    expect(lessons.map(({ title, html, description }) => [title, html, description])).toEqual([
      ['Tides: Moon', '<p>Moon</p><h2>Near &amp; far</h2><p>Near &amp; far</p>', 'A book'],
      ['Tides: Sun', '<p>Sun</p>', ''],
    ]);
    expect(report).toEqual([]);
  });

  it('has its hidden chapters, and reports them', async () => {
    const hidden = chapter(6, 1, 'Moon', '<hidden>1</hidden>');
    const { lessons, report } = await read({
      id: 1,
      kind: 'book',
      name: 'Tides',
      inside: `<chapters>${hidden}</chapters>`,
    });
    expect(lessons).toHaveLength(1);
    expect(report).toEqual([
      'simplified 1 Tides: Moon: It was hidden from learners there, and is visible here when the course is published.',
    ]);
  });

  it('without chapters is no lesson', async () => {
    expect((await read({ id: 1, kind: 'book', name: 'Tides' })).lessons).toEqual([]);
  });
});

describe('a lesson of Moodle', () => {
  const page = (id: number, previous: number, next: number, type = 20) =>
    `<page id="${id}"><prevpageid>${previous}</prevpageid><nextpageid>${next}</nextpageid><qtype>${type}</qtype><title>P${id}</title><contents>p${id}</contents><contentsformat>1</contentsformat><answers><answer><attempts><attempt><useranswer>Secret</useranswer></attempt></attempts></answer></answers></page>`;
  const lesson = (...pages: string[]) => ({
    ...{ id: 1, kind: 'lesson', name: 'Tides', inside: `<pages>${pages.join('')}</pages>` },
  });

  it('is a lesson for each page of content in the order in which they follow each other', async () => {
    const { lessons, report } = await read(lesson(page(5, 4, 0), page(3, 0, 4), page(4, 3, 5)));
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['Tides: P3', 'p3'],
      ['Tides: P4', 'p4'],
      ['Tides: P5', 'p5'],
    ]);
    expect(report).toEqual([]);
  });

  it('reports its questions, and passes over ends of branches', async () => {
    const { lessons, report } = await read(lesson(page(3, 0, 4), page(4, 3, 5, 3), page(5, 4, 0, 21)));
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([['Tides', 'p3']]);
    expect(report).toEqual(['leftOut 1 Tides: Pages with questions of this activity are not imported.']);
  });

  it('whose pages follow each other in a circle, or not at all, has each page once', async () => {
    const circle = await read(lesson(page(3, 0, 4), page(4, 3, 3), page(5, 9, 9)));
    expect(circle.lessons.map(({ html }) => html)).toEqual(['p3', 'p4', 'p5']);
    const none = await read(lesson(page(3, 4, 4), page(4, 3, 3)));
    expect(none.lessons.map(({ html }) => html)).toEqual(['p3', 'p4']);
  });
});

describe('a file of Moodle', () => {
  const resource = (intro = '') => ({ id: 1, kind: 'resource', name: 'Chart', fields: { intro } });
  const folder = `moodle/${contextOf(1)}/mod_resource/content/0`;

  it('is attached to a lesson with its introduction; the main file has its title', async () => {
    const files = [content('a.pdf', 'aaaa'), content('z.pdf', 'bbbb', { isMain: true })];
    const { lessons } = await read(resource('<p>See</p>'), files, { aaaa: 'a', bbbb: 'b' });
    expect(lessons.map(({ html, attachments }) => [html, attachments])).toEqual([
      [
        '<p>See</p>',
        [
          { title: 'Chart', file: `${folder}/z.pdf` },
          { title: 'a.pdf', file: `${folder}/a.pdf` },
        ],
      ],
    ]);
  });

  it('that is not in the backup is still named, so that it can be reported as missing', async () => {
    const { lessons, tree } = await read(resource(), [content('a.pdf', 'aaaa')]);
    expect(lessons[0]?.attachments).toEqual([{ title: 'Chart', file: `${folder}/a.pdf` }]);
    expect(tree.find(`${folder}/a.pdf`)).toBeUndefined();
  });

  it.each(['a/index.html', 'a/index'])('that is a page, %s, is the text of the lesson', async (path) => {
    const [inside = '', name = ''] = path.split('/');
    const page = content(name, 'aaaa', { folder: `/${inside}/`, isMain: true, type: 'text/html' });
    const html = '<p>Page</p><img src="b.png">';
    const { lessons } = await read(resource(), [page, content('b.png', 'bbbb', { folder: '/a/' })], {
      ...{ aaaa: html, bbbb: 'b' },
    });
    expect(lessons).toMatchObject([{ title: 'Chart', html, path: `${folder}/${path}`, attachments: [] }]);
  });

  it('that is a program is left out; its introduction stays', async () => {
    const files = [content('index.html', 'aaaa', { isMain: true }), content('run.js', 'bbbb')];
    const contents = { aaaa: '<div id="app"></div>', bbbb: 'alert(1)' };
    const alone = await read(resource(), files, contents);
    expect(alone.lessons).toEqual([]);
    const reason =
      'This part is a program (a web page with scripts). Carrel does not run programs from files.';
    expect(alone.report).toEqual([`leftOut 1 Chart: ${reason}`]);
    const introduced = await read(resource('<p>Play</p>'), files, contents);
    expect(introduced.lessons).toMatchObject([{ html: '<p>Play</p>', attachments: [] }]);
    expect(introduced.report).toEqual([`simplified 1 Chart: ${reason}`]);
  });

  it('in a folder is attached with its name', async () => {
    const files = [
      content('b.pdf', 'bbbb', { component: 'mod_folder', folder: '/x/' }),
      content('a.pdf', 'aaaa', { component: 'mod_folder' }),
    ];
    const { lessons } = await read({ id: 1, kind: 'folder', name: 'Charts' }, files, {
      aaaa: 'a',
      bbbb: 'b',
    });
    expect(lessons[0]?.attachments.map(({ title }) => title)).toEqual(['a.pdf', 'x/b.pdf']);
  });
});

describe('other activities of Moodle', () => {
  it('a URL is attached', async () => {
    const fields = { externalurl: 'https://a.example/?b=1&c=2', intro: '<p>See</p>' };
    const { lessons } = await read({ id: 1, kind: 'url', name: 'Link', fields });
    expect(lessons).toMatchObject([
      { html: '<p>See</p>', attachments: [{ title: 'Link', url: 'https://a.example/?b=1&c=2' }] },
    ]);
  });

  it('an assignment, a forum and a plugin are their texts', async () => {
    for (const kind of ['assign', 'forum', 'journal']) {
      const { lessons, report } = await read({ id: 1, kind, name: 'Do', fields: { intro: '<p>Write</p>' } });
      expect(lessons).toMatchObject([{ title: 'Do', html: '<p>Write</p>' }]);
      const name = kind === 'assign' ? 'assignment' : kind;
      expect(report).toEqual([`simplified 1 Do: Only the text of this activity (${name}) was taken.`]);
    }
  });

  it('an assignment has its instructions and their files', async () => {
    const fields = {
      intro: '<p>Write.</p>',
      activity: '<img src="@@PLUGINFILE@@/a.png">',
      activityformat: '1',
    };
    const file = { contextId: contextOf(1), component: 'mod_assign', name: 'a.png', hash: 'aaaa' };
    const files = [
      { ...file, area: 'introattachment' },
      { ...file, area: 'activityattachment' },
    ];
    const { lessons, tree } = await read({ id: 1, kind: 'assign', name: 'Do', fields }, files, { aaaa: 'a' });
    const folder = `moodle/${contextOf(1)}/mod_assign`;
    expect(lessons[0]?.html).toBe(`<p>Write.</p><img src="/${folder}/activityattachment/0/a.png">`);
    expect(lessons[0]?.attachments).toEqual([{ title: 'a.png', file: `${folder}/introattachment/0/a.png` }]);
    expect(tree.files).toHaveLength(2);
  });

  it.each([
    ['quiz', 'There is no question in it that can be asked here.'],
    ['choice', 'This is an activity of the other system (choice), and Carrel has nothing like it.'],
    ['lti', 'This is an activity of the other system (external tool), and Carrel has nothing like it.'],
    [
      'scorm',
      'This is a package (SCORM) inside of the backup. Download it in Moodle, and import it by itself.',
    ],
  ])('a %s is left out', async (kind, reason) => {
    const { lessons, report } = await read({ id: 1, kind, name: 'It', fields: { intro: '<p>Text</p>' } });
    expect(lessons).toEqual([]);
    expect(report).toEqual([`leftOut 1 It: ${reason}`]);
  });

  it('the news of a course, and activities without a text, are left out', async () => {
    const news = { id: 1, kind: 'forum', name: 'News', fields: { type: 'news', intro: 'General news' } };
    expect((await read(news)).lessons).toEqual([]);
    const empty = { id: 1, kind: 'assign', name: 'Do', fields: { intro: '<p>&nbsp;</p>' } };
    expect((await read(empty)).report).toEqual([
      'leftOut 1 Do: This is an activity of the other system (assignment), and Carrel has nothing like it.',
    ]);
  });

  it('a glossary has the entries of teachers only', async () => {
    const entry = (id: number, concept: string, isTeacher: boolean) =>
      `<entry id="${id}"><concept>${concept}</concept><definition>d${id}</definition><definitionformat>1</definitionformat><teacherentry>${isTeacher ? 1 : 0}</teacherentry></entry>`;
    const entries = [entry(1, 'Wave', true), entry(2, 'Secret', false), entry(3, 'Ebb', true)];
    const { lessons, report } = await read({
      ...{ id: 1, kind: 'glossary', name: 'Terms', inside: `<entries>${entries.join('')}</entries>` },
    });
    expect(lessons.map(({ html }) => html)).toEqual([
      '<dl><dt>Ebb</dt><dd>d3</dd><dt>Wave</dt><dd>d1</dd></dl>',
    ]);
    expect(report).toEqual(['simplified 1 Terms: Only the entries of teachers were taken.']);
  });

  it('a glossary has the files that are attached to the entries of teachers', async () => {
    const entry = (id: number, isTeacher: boolean) =>
      `<entry id="${id}"><concept>c${id}</concept><definition>d</definition><teacherentry>${isTeacher ? 1 : 0}</teacherentry></entry>`;
    const inside = `<entries>${entry(7, true)}${entry(8, false)}</entries>`;
    const place = { contextId: contextOf(1), component: 'mod_glossary', area: 'attachment' };
    const files = [
      { ...place, itemId: 7, name: 'waves.pdf', hash: 'aaaa' },
      { ...place, itemId: 8, name: 'secret.pdf', hash: 'bbbb' },
    ];
    const glossary = { id: 1, kind: 'glossary', name: 'Terms', inside };
    const { lessons, tree } = await read(glossary, files, { aaaa: 'a', bbbb: 'b' });
    const file = `moodle/${contextOf(1)}/mod_glossary/attachment/7/waves.pdf`;
    expect(lessons[0]?.attachments).toEqual([{ title: 'waves.pdf', file }]);
    expect(tree.find(file)).toBeDefined();
  });
});

describe('H5P inside of Moodle', () => {
  const book = {
    chapters: ['Moon', 'Sun'].map((title) => ({
      ...{ library: 'H5P.Column 1.18', metadata: { title } },
      params: {
        content: [
          { content: { library: 'H5P.AdvancedText 1.1', params: { text: `<p>${title}</p>` } } },
          {
            content: {
              library: 'H5P.Image 1.1',
              params: { file: { path: 'images/a.png', mime: 'image/png' } },
            },
          },
        ],
      },
    })),
  };

  it('is read where the plugin hvp stores it', async () => {
    const fields = {
      machine_name: 'H5P.InteractiveBook',
      json_content: JSON.stringify(book),
      license: 'CC BY',
    };
    const file = { contextId: contextOf(1), component: 'mod_hvp', area: 'content', itemId: instanceOf(1) };
    const stored = { ...file, folder: '/images/', name: 'a.png', hash: 'aaaa' };
    const { lessons, tree, report } = await read({ id: 1, kind: 'hvp', name: 'Tides', fields }, [stored], {
      aaaa: 'a',
    });
    const folder = `moodle/${contextOf(1)}/mod_hvp/content/${instanceOf(1)}`;
    expect(lessons.map(({ title, path, description }) => [title, path, description])).toEqual([
      ['Tides: Moon', `${folder}/content.json`, 'Source and licence:\nCC BY'],
      ['Tides: Sun', `${folder}/content.json`, ''],
    ]);
    expect(lessons[0]?.html).toContain('<img src="images/a.png"');
    expect(tree.find(`${folder}/images/a.png`)).toBeDefined();
    expect(report).toEqual([]);
  });

  const packed = {
    contextId: contextOf(1),
    component: 'mod_h5pactivity',
    area: 'package',
    name: 'a.h5p',
    hash: 'aaaa',
  };
  const activity = { id: 1, kind: 'h5pactivity', name: 'Tides' };

  it('is read out of the package of the activity', async () => {
    const zip = await zipOf({
      'h5p.json': JSON.stringify({ title: 'Other', mainLibrary: 'H5P.InteractiveBook' }),
      'content/content.json': JSON.stringify(book),
      'content/images/a.png': 'picture',
      'H5P.Image-1.1/image.js': 'alert(1)',
    });
    const { lessons, tree } = await read(activity, [packed], { aaaa: zip });
    expect(lessons.map(({ title }) => title)).toEqual(['Tides: Moon', 'Tides: Sun']);
    const folder = `moodle/${contextOf(1)}/mod_h5pactivity/package/0/a.h5p`;
    expect(lessons[0]?.path).toBe(`${folder}/content.json`);
    expect(tree.find(`${folder}/images/a.png`)).toBeDefined();
    expect(tree.files.some(({ path }) => path.endsWith('.js'))).toBe(false);
  });

  it('that is damaged, empty or not there is reported, and the rest is read', async () => {
    const damaged = await read(activity, [packed], { aaaa: 'no zip' });
    expect(damaged.report).toEqual([expect.stringMatching(/^leftOut 1 Tides: /)]);
    const empty = await read(activity, [packed], { aaaa: await zipOf({ 'h5p.json': '{}' }) });
    expect(empty.report).toEqual([
      'leftOut 1 Tides: There is nothing in this file that can become a lesson.',
    ]);
    const missing = await read(activity, [packed]);
    expect(missing.report).toEqual([
      'leftOut 1 Tides: This is a package (H5P) inside of the backup. Download it in Moodle, and import it by itself.',
    ]);
  });
});

async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) if (piece instanceof Buffer) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}
