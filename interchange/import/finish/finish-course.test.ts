import { describe, expect, it } from 'vitest';
import { FileTree, type TreeFile } from '#interchange/archive/file-tree.ts';
import { digestOf } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { type ImportedCourse, type ImportedLesson, lessonOf } from '../imported-course.ts';
import { finishCourse } from './finish-course.ts';
import type { ImportTools, Picture } from './import-tools.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 text'));
const MP4 = new Uint8Array(Buffer.from('\0\0\0\x18ftypmp42'));
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea.\n';

const files = {
  'pages/one.html': 'one',
  'pages/two.html': 'two',
  'media/pic.png': PNG,
  'media/other picture.png': PNG.with(6, 9),
  'media/paper.pdf': PDF,
  'media/video.mp4': MP4,
  'media/more.mp4': MP4.with(3, 0x19),
  'media/video.vtt': VTT,
  'media/data.bin': new Uint8Array([1, 2, 3]),
};

const lesson = (fields: Partial<ImportedLesson>): ImportedLesson =>
  lessonOf({ key: 'pages/one.html', title: 'One', path: 'pages/one.html', ...fields });

const second = lessonOf({ key: 'pages/two.html', title: 'Two', path: 'pages/two.html', html: '<p>two</p>' });

const courseOf = (first: ImportedLesson, fields: Partial<ImportedCourse> = {}): ImportedCourse => ({
  title: 'Tides',
  description: '',
  instructor: '',
  picture: null,
  modules: [{ title: 'Ebb', description: '', lessons: [first, second] }],
  ...fields,
});

async function finish(course: ImportedCourse, changes: Partial<ImportTools> = {}) {
  const report = new ImportReport();
  const stored = new Map<string, string>();
  const pictures = new Map<string, Picture>();
  const tools: ImportTools = {
    shrinkPicture: async (picture) => picture,
    storePicture: async (picture) => {
      pictures.set(digestOf(picture.bytes), picture);
      return digestOf(picture.bytes);
    },
    storeFile: async (bytes, type) => {
      stored.set(digestOf(bytes), type);
      return digestOf(bytes);
    },
    onProgress: () => undefined,
    ...changes,
  };
  const finished = await finishCourse({ course, tree: treeForTest(files), name: 'tides', report }, tools);
  const [first] = finished.outline.modules[0]?.lessons ?? [];
  if (first === undefined) throw new Error('The course has no lesson');
  const lines = report.lines.map(({ outcome, reason, count }) => `${outcome} ${count}: ${reason}`);
  return { ...finished, pictures, first, text: finished.texts.get('1/1') ?? '', stored, lines };
}

describe('a course of another program', () => {
  it('has links between its lessons by their places', async () => {
    const html =
      '<p><a href="two.html#part">next</a> <a href="#here">here</a> <a href="one.html#top">itself</a> <a href="https://a.example/">web</a></p>';
    const { text, lines } = await finish(courseOf(lesson({ html })));
    expect(text).toBe(
      '<p><a href="carrel:lesson/1/2" rel="noopener">next</a> here itself <a href="https://a.example/" rel="noopener">web</a></p>',
    );
    expect(lines).toEqual([]);
  });

  it('contains the pictures of its texts', async () => {
    const html = '<img src="../media/pic.png" alt="A"><img src="../media/other%20picture.png">';
    const { text, pictures, outline } = await finish(courseOf(lesson({ html })));
    const [one, other] = [digestOf(PNG), digestOf(PNG.with(6, 9))];
    expect(text).toBe(`<img src="carrel:file/${one}" alt="A" /><img src="carrel:file/${other}" alt="" />`);
    expect([...pictures.keys()]).toEqual([one, other]);
    expect(outline.files[one]).toEqual({ type: 'image/png', sizeBytes: PNG.length });
  });

  it('reports pictures that are missing, elsewhere or of another kind, each reason once', async () => {
    const html =
      '<img src="no.png"><img src="no.png"><img src="https://old.example/a.png"><img src="../media/data.bin"><img src="file:///c:/x.png">';
    const { text, lines } = await finish(courseOf(lesson({ html })));
    expect(text).toBe('<img src="https://old.example/a.png" alt="" />');
    expect(lines).toEqual([
      'missing 1: “no.png” is named here but is not in the file.',
      'simplified 1: This picture stays on the old server and needs a connection.',
      'leftOut 2: A picture of a kind that browsers do not show was left out.',
    ]);
  });

  it('makes pictures smaller until they fit into the lesson, and leaves the largest out', async () => {
    const sides: number[] = [];
    const shrinkPicture: ImportTools['shrinkPicture'] = async ({ bytes }, side) => {
      sides.push(side);
      return { type: 'image/png', bytes: bytes[6] === 9 ? bytes : new Uint8Array(side * 2_000) };
    };
    const html = '<img src="../media/pic.png"><img src="../media/other picture.png">';
    const { text, lines } = await finish(courseOf(lesson({ html })), { shrinkPicture });
    expect(sides).toEqual([1280, 1280, 960, 960, 640, 640, 400, 400]);
    expect(text).toBe(`<img src="carrel:file/${digestOf(PNG.with(6, 9))}" alt="" />`);
    expect(lines).toEqual(['leftOut 1: There are more pictures in this text than one lesson can have.']);
  });

  it('has one video in a lesson, and the rest as resources', async () => {
    const attachments = [
      { title: 'Video', file: 'media/video.mp4' },
      { title: 'More', file: 'media/more.mp4' },
      { title: '', file: 'media/paper.pdf' },
      { title: 'English', file: 'media/video.vtt' },
      { title: 'Tables', url: 'http://tables.example/2026' },
      { title: 'Data', file: 'media/data.bin' },
      { title: 'Lost', file: 'media/lost.pdf' },
    ];
    const { first, captions, stored, lines } = await finish(courseOf(lesson({ attachments })));
    expect(first.type).toBe('video');
    expect(first.video).toEqual({ file: digestOf(MP4) });
    expect(first.resources).toEqual([
      { title: 'More', type: 'video', file: digestOf(MP4.with(3, 0x19)), name: 'more.mp4' },
      { title: 'paper.pdf', type: 'pdf', file: digestOf(PDF), name: 'paper.pdf' },
      { title: 'English', type: 'video', captions: digestOf(Buffer.from(VTT)) },
      { title: 'Tables', type: 'link', url: 'https://tables.example/2026' },
    ]);
    expect([...captions.values()]).toEqual([VTT]);
    expect([...stored.values()]).toEqual(['video/mp4', 'video/mp4', 'application/pdf', 'text/vtt']);
    expect(lines).toEqual([
      'simplified 1: Addresses that begin with http:// were changed to https://.',
      'leftOut 1: A file that is neither a PDF nor a video nor a picture was left out.',
      'missing 1: “lost.pdf” is named here but is not in the file.',
    ]);
  });

  it('takes videos of the text as the video of the lesson, and files that it links to as resources', async () => {
    const html =
      '<video controls><source src="../media/video.mp4"></video><p>See <a href="../media/paper.pdf">the paper</a>.</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>';
    const { first, text } = await finish(courseOf(lesson({ html })));
    expect(text).toBe('<p>See the paper.</p>');
    expect(first.video).toEqual({ file: digestOf(MP4) });
    expect(first.resources.map(({ title, type }) => [title, type])).toEqual([
      ['the paper', 'pdf'],
      ['www.youtube.com', 'video'],
    ]);
  });

  it('appends pictures that belong to a lesson and are not in its text', async () => {
    const attachments = [{ title: 'A', file: 'media/pic.png' }];
    const { text } = await finish(courseOf(lesson({ html: '<p>a</p>', attachments })));
    expect(text).toBe(`<p>a</p><p><img src="carrel:file/${digestOf(PNG)}" alt="" /></p>`);
  });

  it('has the pictures that its text links to, behind the text', async () => {
    const html =
      '<p><a href="../media/pic.png">Large</a><img src="no.png"></p><p><a href="../media/other%20picture.png"><img src="../media/other%20picture.png"></a></p>';
    const { text, lines } = await finish(courseOf(lesson({ html })));
    expect(text).toBe(
      `<p>Large</p><p><img src="carrel:file/${digestOf(PNG.with(6, 9))}" alt="" /></p><p><img src="carrel:file/${digestOf(PNG)}" alt="" /></p>`,
    );
    expect(lines).toEqual(['missing 1: “no.png” is named here but is not in the file.']);
  });

  it('does not repeat a picture of a lesson that its text has', async () => {
    const attachments = [{ title: 'A', file: 'media/pic.png' }];
    const { text } = await finish(courseOf(lesson({ html: '<img src="../media/pic.png">', attachments })));
    expect(text).toBe(`<img src="carrel:file/${digestOf(PNG)}" alt="" />`);
  });

  it('has links to lessons whose names differ in case or are written as on Windows', async () => {
    const html = '<a href="TWO.HTML">two</a> <a href="..\\Pages\\Two.html">two</a>';
    const { text, lines } = await finish(courseOf(lesson({ html })));
    const link = '<a href="carrel:lesson/1/2" rel="noopener">two</a>';
    expect(text).toBe(`${link} ${link}`);
    expect(lines).toEqual([]);
  });

  it('contains pictures that are written into its text, in any notation', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const base64 = Buffer.from(PNG).toString('base64');
    const html = `<img src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}"><img src="data:image/PNG;name=a;base64,${base64.replace(/=+$/, '')}"><img src="data:text/html,<script>x()</script>">`;
    const { text, pictures, lines } = await finish(courseOf(lesson({ html })));
    expect([...pictures.values()].map(({ type }) => type).sort()).toEqual(['image/png', 'image/svg+xml']);
    expect(pictures.get(digestOf(PNG))?.bytes).toEqual(PNG);
    expect(text.match(/<img/g)).toHaveLength(2);
    expect(lines).toEqual(['leftOut 1: A picture of a kind that browsers do not show was left out.']);
  });

  it('names what is missing in a short sentence', async () => {
    const { lines } = await finish(courseOf(lesson({ html: `<img src="${'x'.repeat(100_000)}">` })));
    expect(lines[0]).toMatch(/^missing 1: “x{100}…” is named here/);
  });

  it('has its files and its report in the order of its lessons, whichever is finished first', async () => {
    let endFirst: () => void = () => undefined;
    const secondEnds = new Promise<void>((resolve) => {
      endFirst = resolve;
    });
    const shrinkPicture: ImportTools['shrinkPicture'] = async (picture) => {
      if (picture.bytes[6] === 9) endFirst();
      else await secondEnds;
      return picture;
    };
    const first = lesson({ html: '<img src="../media/pic.png"><img src="no.png"><a href="gone.html">x</a>' });
    const html = '<img src="../media/other picture.png"><img src="none.png"><a href="gone.html">x</a>';
    const modules = [{ title: 'Ebb', description: '', lessons: [first, { ...second, html }] }];
    const { outline, lines } = await finish(courseOf(first, { modules }), { shrinkPicture });
    expect(Object.keys(outline.files)).toEqual([digestOf(PNG), digestOf(PNG.with(6, 9))]);
    expect(lines).toEqual([
      'missing 1: “no.png” is named here but is not in the file.',
      'missing 2: “gone.html” is named here but is not in the file.',
      'missing 1: “none.png” is named here but is not in the file.',
    ]);
  });

  it('resolves the addresses of its format', async () => {
    const html = '<img src="@@FILE@@/pic.png"><a href="@@PAGE@@/2">two</a>';
    const resolve = (address: string) =>
      address.startsWith('@@FILE@@/')
        ? `media/${address.slice(9)}`
        : address.startsWith('@@PAGE@@')
          ? 'pages/two.html'
          : null;
    const { text } = await finish(courseOf(lesson({ html }), { resolve }));
    expect(text).toBe(
      `<img src="carrel:file/${digestOf(PNG)}" alt="" /><a href="carrel:lesson/1/2" rel="noopener">two</a>`,
    );
  });

  it('never reads outside of the file', async () => {
    const html =
      '<img src="../../../etc/passwd"><a href="file:///etc/passwd">a</a><img src="//old.example/x.png">';
    const { text } = await finish(courseOf(lesson({ html })));
    expect(text).toBe('a<img src="https://old.example/x.png" alt="" />');
  });

  it('does not repeat the title of a lesson, and estimates how long it takes to read', async () => {
    const html = `<div><h1>One</h1><p>${'word '.repeat(1_000)}</p></div>`;
    const { text, first } = await finish(courseOf(lesson({ html })));
    expect(text).toMatch(/^<div><p>word/);
    expect(first.duration).toBe(5);
    expect(first.type).toBe('text');
    const withoutHeading = async (heading: string) =>
      (await finish(courseOf(lesson({ html: `${heading}<p>a</p>` })))).text;
    for (const same of [
      '<h3>1. one</h3>',
      '<div dir="rtl"><h1>One</h1></div>',
      '<h1><ruby>One<rt>x</rt></ruby></h1>',
    ])
      expect(await withoutHeading(same), same).not.toMatch(/one/i);
    for (const other of [
      '<h1>One more</h1>',
      '<p>b</p><h1>One</h1>',
      '<h1>One<img src="../media/pic.png"></h1>',
    ])
      expect(await withoutHeading(other), other).toContain('One');
  });

  it('names what has no title, and shortens what has a long one', async () => {
    const modules = [
      { title: ' ', description: '', lessons: [lesson({ title: `a\n b\u0000 ${'x'.repeat(400)}` })] },
    ];
    const { outline, first } = await finish(courseOf(second, { title: '', modules }));
    expect(outline.title).toBe('tides');
    expect(outline.modules[0]?.title).toBe('Module 1');
    expect(first.title).toMatch(/^a b x+…$/);
    expect(first.title).toHaveLength(300);
  });

  it('never has half of a character, where a text is cut', async () => {
    const long = '😀'.repeat(11_000);
    const { outline } = await finish(courseOf(second, { title: `x${long}`, description: `x${long}` }));
    for (const text of [outline.title, outline.description]) expect(text.isWellFormed()).toBe(true);
  });

  it('has the picture of the course', async () => {
    const { outline, stored } = await finish(courseOf(second, { picture: 'media/pic.png' }));
    expect(outline.picture).toEqual({ file: digestOf(PNG) });
    expect(stored.get(digestOf(PNG))).toBe('image/png');
  });

  it('reports lessons without a content, and keeps them', async () => {
    const { lines, outline } = await finish(courseOf(lesson({ html: '<script>x()</script>' })));
    expect(outline.modules[0]?.lessons).toHaveLength(2);
    expect(lines).toEqual(['simplified 1: There is no text in it.']);
  });

  it('is no course without a lesson', async () => {
    await expect(finish(courseOf(second, { modules: [] }))).rejects.toThrow(new ImportError('nothing'));
  });

  it('has the same digest whenever it is read', async () => {
    const one = await finish(courseOf(lesson({ html: '<p>a</p>' })));
    const same = await finish(courseOf(lesson({ html: '<p>a</p>' })));
    const other = await finish(courseOf(lesson({ html: '<p>b</p>' })));
    expect(same.digest).toBe(one.digest);
    expect(other.digest).not.toBe(one.digest);
  });

  it('leaves a text out that is longer than a lesson can have', async () => {
    const { text, lines } = await finish(
      courseOf(lesson({ html: `<p>${'word '.repeat(250_000)}</p><img src="../media/pic.png">` })),
    );
    expect(text).toBe('');
    expect(lines).toContainEqual(
      expect.stringMatching(/^leftOut 1: This text is longer than one lesson can have/),
    );
  });

  it('names a linked document as its link does, and by its file where the link has no text', async () => {
    const html =
      '<a href="../media/paper.pdf"><img src="x.png"></a> <a href="../media/paper.pdf">The <b>tide</b>\n tables</a> <a href="../media/more.mp4"></a>';
    const { first, text } = await finish(courseOf(lesson({ html })));
    expect(first.resources.map(({ title }) => title)).toEqual(['The tide tables']);
    expect(first.video).not.toBeNull();
    expect(text).toContain('The <b>tide</b>');
    const unnamed = await finish(courseOf(lesson({ html: '<p><a href="../media/paper.pdf"> </a></p>' })));
    expect(unnamed.first.resources.map(({ title }) => title)).toEqual(['paper.pdf']);
  });

  it('stores a file where its bytes already are, without a copy', async () => {
    const stored = new Blob([PDF]);
    const path = 'media/chosen.pdf';
    const chosen: TreeFile = {
      ...{ path, sizeBytes: PDF.length, readBytes: async () => PDF },
      findStored: async () => stored,
    };
    const found: unknown[] = [];
    await finish(
      courseOf(lesson({ attachments: [{ title: 'Chosen', file: path }] }), { tree: new FileTree([chosen]) }),
      {
        storeFile: async (bytes, _, where) => {
          found.push(where);
          return digestOf(bytes);
        },
      },
    );
    expect(found).toEqual([stored]);
  });

  it('does not read a file above the limit of uploads', async () => {
    const large: TreeFile = {
      path: 'media/large.mp4',
      sizeBytes: 50 * 1024 * 1024,
      readBytes: () => Promise.reject(new Error('It is read')),
    };
    const tree = treeForTest(files);
    const course = courseOf(lesson({ attachments: [{ title: 'Large', file: large.path }] }), {
      tree: new FileTree([...tree.files, large]),
    });
    const { lines } = await finish(course);
    expect(lines[0]).toMatch(/^leftOut 1: “large.mp4”: /);
  });
});
