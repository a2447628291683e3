import { describe, expect, it } from 'vitest';
import { FileTree, type TreeFile } from '#interchange/archive/file-tree.ts';
import { streamOf } from '#interchange/archive/platform-streams.ts';
import { readText } from '#interchange/archive/read-text.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import {
  type ActivityForTest,
  backupForTest,
  COURSE_CONTEXT,
  contextOf,
  instanceOf,
  readForTest,
  type SectionForTest,
  titlesOf,
} from './backup-for-test.ts';
import { moodleFormat } from './moodle-format.ts';

const page = (id: number, name: string, content = `<p>${name}</p>`): ActivityForTest => ({
  ...{ id, name, kind: 'page', fields: { content, intro: '' } },
});

const label = (id: number, intro: string): ActivityForTest => ({
  ...{ id, name: 'label', kind: 'label', fields: { intro } },
});

const one = (...activities: ActivityForTest[]): SectionForTest[] => [{ name: 'Section', activities }];

async function lessonsOf(activities: readonly ActivityForTest[]) {
  const { course, report } = await readForTest(backupForTest(one(...activities)));
  return { lessons: course.modules.flatMap((module) => module.lessons), report };
}

describe('a Moodle backup', () => {
  it('is recognised by its list, and by nothing else', () => {
    expect(moodleFormat.recognises(treeForTest(backupForTest([])))).toBe(true);
    expect(moodleFormat.recognises(treeForTest({ 'course/course.xml': '<course/>' }))).toBe(false);
  });

  it('has a module for each section with lessons, in their order', async () => {
    const { course, report } = await readForTest(
      backupForTest([
        { activities: [page(1, 'Welcome')] },
        {
          name: 'Moon &amp; <b>Sun</b>',
          summary: '<p>Two bodies</p>',
          activities: [page(3, 'Sun'), page(2, 'Moon')],
        },
        { name: 'Empty' },
        { activities: [page(4, 'End')] },
      ]),
    );
    expect(titlesOf(course)).toEqual(['General: Welcome', 'Moon & Sun: Sun, Moon', 'Section 3: End']);
    expect(course.title).toBe('Tides');
    expect(course.description).toBe('About water');
    expect(course.modules[1]?.description).toBe('Two bodies');
    expect(report).toEqual(['leftOut 1 Empty: There is nothing in this module that can become a lesson.']);
  });

  it('of activities without a section is a module, too', async () => {
    const files = backupForTest(one(page(1, 'Alone')));
    const list = String(files['moodle_backup.xml']).replace(/<sections>.*<\/sections>/, '');
    const { course } = await readForTest({ ...files, 'moodle_backup.xml': list });
    expect(titlesOf(course)).toEqual(['General: Alone']);
  });

  it('without anything that can become a lesson is refused', async () => {
    const quiz = { id: 1, kind: 'quiz', name: 'Test' };
    await expect(readForTest(backupForTest(one(quiz)))).rejects.toThrow(new ImportError('nothing'));
  });

  it('is read without a file about people, whatever is in it', async () => {
    const forbidden = (path: string) => ({
      path,
      sizeBytes: 1,
      readBytes: () => Promise.reject(new Error(`${path} was read`)),
    });
    const post =
      '<discussions><discussion><posts><post><message>Secret</message></post></posts></discussion></discussions>';
    const forum = { id: 1, kind: 'forum', name: 'Talk', fields: { intro: '<p>Talk here</p>' }, inside: post };
    const names = [
      ...['users.xml', 'gradebook.xml', 'course/logs.xml'],
      ...['activities/forum_1/grades.xml', 'activities/users_2/users.xml'],
    ];
    const claimed = { id: 2, kind: 'users', name: 'Claims to be an activity' };
    const { files } = treeForTest(backupForTest(one(forum, claimed)));
    const tree = new FileTree([...files, ...names.map(forbidden)]);
    const course = await moodleFormat.read({ tree, name: 'backup', report: new ImportReport() });
    expect(JSON.stringify(course.modules)).not.toContain('Secret');
  });

  it('is read without what people wrote in a forum', async () => {
    const forum = { id: 1, kind: 'forum', name: 'Talk', fields: { intro: '<p>Talk here</p>' } };
    const { files } = treeForTest(backupForTest(one(forum)));
    const path = 'activities/forum_1/forum.xml';
    const xml = await textOf(files, path);
    const pieces = [`${xml.replace(/<\/forum>.*/s, '')}<discussions><discussion id="1"><posts>`];
    const posts: TreeFile = {
      path,
      sizeBytes: 1_000_000,
      readBytes: () => Promise.reject(new Error('The posts were read')),
      openPieces: async () =>
        streamOf(async (controller) => {
          const piece = pieces.shift();
          if (piece === undefined) throw new Error('The posts were read');
          controller.enqueue(encodeText(piece));
        }),
    };
    const tree = new FileTree([...files.filter((file) => file.path !== path), posts]);
    const course = await moodleFormat.read({ tree, name: 'backup', report: new ImportReport() });
    expect(course.modules[0]?.lessons).toMatchObject([{ title: 'Talk', html: '<p>Talk here</p>' }]);
  });
});

async function textOf(files: readonly TreeFile[], path: string): Promise<string> {
  const file = files.find((one) => one.path === path);
  return file === undefined ? '' : readText(file);
}

describe('a section of a Moodle backup', () => {
  it('whose text is long or has a picture begins with it as a lesson', async () => {
    const long = `<p>${'Water rises. '.repeat(100)}</p>`;
    const { course } = await readForTest(
      backupForTest([
        { name: 'Long', summary: long, activities: [page(1, 'A')] },
        {
          name: 'Picture',
          summary: '<img src="@@PLUGINFILE@@/sea.png" alt="Sea">',
          activities: [page(2, 'B')],
        },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Long: Long, A', 'Picture: Picture, B']);
    const [first] = course.modules[1]?.lessons ?? [];
    expect(first?.html).toBe(`<img src="/moodle/${COURSE_CONTEXT}/course/section/101/sea.png" alt="Sea">`);
  });

  it('with a text only is a lesson; not so if it was only above activities that are left out', async () => {
    const quiz = { id: 1, kind: 'quiz', name: 'Test' };
    const { course } = await readForTest(
      backupForTest([
        { name: 'Text', summary: '<p>Read this.</p>' },
        { name: 'Quizzes', summary: '<p>Do these.</p>', activities: [quiz] },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Text: Text']);
  });

  it('that was hidden is taken and reported, as are hidden activities', async () => {
    const { course, report } = await readForTest(
      backupForTest([
        { name: 'Draft', hidden: true, activities: [page(1, 'A')] },
        { name: 'Open', activities: [{ ...page(2, 'B'), hidden: true }] },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Draft: A', 'Open: B']);
    expect(report).toEqual([
      'simplified 2 Draft: It was hidden from learners there, and is visible here when the course is published.',
    ]);
  });

  const inner: [string, (parent: ActivityForTest) => Partial<SectionForTest>][] = [
    ['by the module of its subsection', ({ id }) => ({ parentModule: id })],
    [
      'by the instance of its subsection',
      ({ id }) => ({ inside: `<component>mod_subsection</component><itemid>${instanceOf(id)}</itemid>` }),
    ],
  ];
  it.each(inner)('inside of another, %s, becomes part of the titles there', async (_, parentOf) => {
    const subsection = { id: 5, kind: 'subsection', name: 'Spring' };
    const { course, report } = await readForTest(
      backupForTest([
        { name: 'Tides', activities: [page(1, 'First'), subsection, page(2, 'Last')] },
        { name: 'Spring', summary: '<p>Strong.</p>', activities: [page(3, 'Moon')], ...parentOf(subsection) },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Tides: First, Spring: Moon, Last']);
    expect(course.modules[0]?.lessons[1]?.html).toBe('<p>Strong.</p><p>Moon</p>');
    expect(report).toEqual(['simplified 1 Spring: Levels below the second became part of the titles.']);
  });

  it('inside of another in the format flexsections, at any depth, becomes part of the titles', async () => {
    const below = (number: number) =>
      `<course_format_options><format>flexsections</format><name>parent</name><value>${number}</value></course_format_options>`;
    const { course } = await readForTest(
      backupForTest([
        { name: 'Intro', activities: [page(1, 'Hello')] },
        { name: 'Unit' },
        { name: 'Chapter', inside: below(1), activities: [page(2, 'A')] },
        { name: 'Part', inside: below(2), activities: [page(3, 'B')] },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Intro: Hello', 'Unit: Chapter: A, Chapter: Part: B']);
  });

  it('that is inside of itself, or of one that is not there, is a module', async () => {
    const subsection = { id: 5, kind: 'subsection', name: 'Loop' };
    const { course } = await readForTest(
      backupForTest([
        { name: 'Loop', parentModule: 5, activities: [subsection, page(1, 'A')] },
        { name: 'Lost', parentModule: 99, activities: [page(2, 'B')] },
      ]),
    );
    expect(titlesOf(course)).toEqual(['Loop: A', 'Lost: B']);
  });
});

describe('labels of a Moodle backup', () => {
  it('begin the lesson that follows, and end the last one', async () => {
    const { lessons } = await lessonsOf([
      label(1, '<h3>Moon</h3>'),
      page(2, 'A'),
      page(3, 'B'),
      label(4, '<p>Done.</p>'),
    ]);
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['A', '<h3>Moon</h3><p>A</p>'],
      ['B', '<p>B</p><p>Done.</p>'],
    ]);
  });

  it('are a lesson if they are long, have a video, or are alone', async () => {
    const long = `<p>${'word '.repeat(110)}</p>`;
    const { lessons } = await lessonsOf([
      label(1, long),
      label(2, '<h4>Video</h4><video src="a.mp4"></video>'),
      page(3, 'A'),
    ]);
    expect(lessons.map(({ title }) => title)).toEqual([
      'word word word word word word word word word word word word…',
      'Video',
      'A',
    ]);
    const alone = await lessonsOf([label(1, '<p>Only this.</p>'), label(2, '<p>And this.</p>')]);
    expect(alone.lessons.map(({ title, html }) => [title, html])).toEqual([
      ['Only this.', '<p>Only this.</p><p>And this.</p>'],
    ]);
  });
});

describe('the addresses of a Moodle backup', () => {
  const linked = (html: string) => ({ ...page(1, 'Links', html) });

  it('of other activities lead to their lessons, also to those that come later', async () => {
    const links = [
      '$@PAGEVIEWBYID*2@$',
      '$@BOOKVIEWBYIDCH*3*8@$',
      '$@BOOKVIEWBYID*3@$',
      `$@PAGEVIEWBYP*${instanceOf(2)}@$`,
      '$@PAGEVIEWBYID*2@$&amp;forceview=1',
    ];
    const chapters =
      '<chapters><chapter id="7"><pagenum>1</pagenum><title>One</title><content>a</content></chapter><chapter id="8"><pagenum>2</pagenum><title>Two</title><content>b</content></chapter></chapters>';
    const { lessons } = await lessonsOf([
      linked(links.map((link) => `<a href="${link}">x</a>`).join('')),
      page(2, 'Target'),
      { id: 3, kind: 'book', name: 'Book', inside: chapters },
    ]);
    const keys = lessons.map(({ key }) => key);
    expect(keys).toEqual(['activities/1', 'activities/2', 'activities/3/7', 'activities/3/8']);
    const targets = [...(lessons[0]?.html ?? '').matchAll(/href="\/?([^"]*)"/g)].map(([, target]) => target);
    expect(targets).toEqual(['2', '3/8', '3/7', '2', '2'].map((id) => `activities/${id}`));
  });

  it('of activities that were left out, and of other courses, lead nowhere', async () => {
    const { lessons } = await lessonsOf([
      linked('<a href="$@QUIZVIEWBYID*9@$">q</a><a href="$@COURSEVIEWBYID*1@$">c</a>'),
    ]);
    expect(lessons[0]?.html).toBe('<a href="#">q</a><a href="#">c</a>');
  });

  it('of files lead to the file with its real name, each text to its own files', async () => {
    const stored = (area: string, itemId: number, hash: string) => ({
      ...{
        contextId: contextOf(1),
        component: 'mod_book',
        area,
        itemId,
        name: 'wave.png',
        hash,
        folder: '/a b/',
      },
    });
    const inside =
      '<chapters><chapter id="7"><title>One</title><content>&lt;img src="@@PLUGINFILE@@/a%20b/wave.png"&gt;</content></chapter></chapters>';
    const intro = '<img src="@@PLUGINFILE@@/a%20b/wave.png">';
    const { course, tree } = await readForTest(
      backupForTest(
        one({ id: 1, kind: 'book', name: 'Book', fields: { intro }, inside }),
        [stored('intro', 0, 'aaaa'), stored('chapter', 7, 'bbbb')],
        { aaaa: 'intro', bbbb: 'chapter' },
      ),
    );
    const [lesson] = course.modules[0]?.lessons ?? [];
    const base = `moodle/${contextOf(1)}/mod_book`;
    expect(lesson?.html).toBe(
      `<img src="/${base}/intro/0/a%20b/wave.png"><img src="/${base}/chapter/7/a%20b/wave.png">`,
    );
    expect(tree.files.map(({ path }) => path)).toEqual([
      `${base}/intro/0/a b/wave.png`,
      `${base}/chapter/7/a b/wave.png`,
    ]);
  });

  it('of files from before Moodle 2 lead to the files of the course', async () => {
    const { lessons } = await lessonsOf([
      linked('<img src="$@FILEPHP@$$@SLASH@$a$@SLASH@$b.png$@FORCEDOWNLOAD@$">'),
    ]);
    expect(lessons[0]?.html).toBe(`<img src="/moodle/${COURSE_CONTEXT}/course/legacy/0/a/b.png">`);
  });
});

describe('the files of a Moodle backup', () => {
  it('of people, and those with names that lead elsewhere, are in no tree', async () => {
    const file = (component: string, area: string, name: string, folder = '/') => ({
      ...{ contextId: 9, component, area, name, folder, hash: 'abcd' },
    });
    const { tree } = await readForTest(
      backupForTest(
        one(page(1, 'A')),
        [
          file('assignsubmission_file', 'submission_files', 'essay.pdf'),
          file('user', 'icon', 'face.png'),
          file('mod_forum', 'post', 'photo.jpg'),
          file('mod_data', 'content', 'entry.jpg'),
          file('mod_lesson', 'essay_responses', 'essay.pdf'),
          file('mod_page', 'content', '.', '/folder/'),
          file('mod_page', 'content', 'x.png', '/../../'),
          file('mod_page', 'content', 'kept.png', '/é/'),
        ],
        { abcd: 'bytes' },
      ),
    );
    expect(tree.files.map(({ path }) => path)).toEqual(['moodle/9/mod_page/content/0/é/kept.png']);
  });

  it('have the picture of the course', async () => {
    const overview = { contextId: COURSE_CONTEXT, component: 'course', area: 'overviewfiles' };
    const { course } = await readForTest(
      backupForTest(
        one(page(1, 'A')),
        [
          { ...overview, name: 'a.pdf', hash: 'abcd' },
          { ...overview, name: 'b.jpg', hash: 'abcd' },
        ],
        { abcd: 'bytes' },
      ),
    );
    expect(course.picture).toBe(`moodle/${COURSE_CONTEXT}/course/overviewfiles/0/b.jpg`);
  });
});
