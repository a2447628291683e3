import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileTree } from '#interchange/archive/file-tree.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { h5pFormat } from './h5p-format.ts';

interface PackageForTest {
  readonly library: string;
  readonly params: unknown;
  readonly about?: Readonly<Record<string, unknown>>;
}

async function readFiles(files: Readonly<Record<string, string>>) {
  const report = new ImportReport();
  const course = await h5pFormat.read({ tree: treeForTest(files), name: 'file', report });
  const lines = report.lines.map(
    ({ outcome, count, place, reason }) => `${outcome} ${count} ${place}: ${reason}`,
  );
  return { course, lessons: course.modules.flatMap(({ lessons }) => lessons), report: lines };
}

const filesOf = ({ library, params, about = {} }: PackageForTest) => ({
  'h5p.json': JSON.stringify({ title: 'Tides', mainLibrary: library, license: 'U', ...about }),
  'content/content.json': JSON.stringify(params),
});

const read = (library: string, params: unknown, about = {}) => readFiles(filesOf({ library, params, about }));

const text = (html: string, title = 'Untitled Text') => ({
  ...{ library: 'H5P.AdvancedText 1.1', params: { text: html }, metadata: { title } },
});
const picture = (path: string, more = {}) => ({
  ...{ library: 'H5P.Image 1.1', params: { file: { path, mime: 'image/png' }, alt: 'Sea', ...more } },
});
const choice = {
  ...{ library: 'H5P.MultiChoice 1.16', metadata: { title: 'Which?' } },
  params: {
    question: '<p>Which is wet?</p>',
    answers: [
      { text: '<div>Sea</div>', correct: true },
      { text: 'Sand', correct: false },
    ],
    UI: { checkAnswerButton: 'Check' },
  },
};

const program = (kind: string) =>
  `This part is a program (H5P ${kind}). Carrel does not run programs from files. Its texts and pictures were taken.`;

it('reports what is inside of too many others', async () => {
  let inside: unknown = { text: '<p>Deep</p>' };
  for (let at = 0; at < 40; at += 1) inside = { inside };
  const { lessons, report } = await read('H5P.Unknown 1.0', { text: '<p>Top</p>', inside });
  expect(lessons[0]?.html).toBe('<p>Top</p>');
  expect(report).toContain('leftOut 1 Tides: This part is inside of too many others.');
});

it('reads a picture whose name has half of a character', async () => {
  const { lessons } = await read('H5P.Column 1.0', { content: [{ content: picture('images/\ud800.png') }] });
  expect(lessons[0]?.html).toContain('<img src="images/%EF%BF%BD.png"');
});

describe('an H5P package', () => {
  it('is recognised by h5p.json', () => {
    expect(h5pFormat.recognises(treeForTest({ 'h5p.json': '{}' }))).toBe(true);
    expect(h5pFormat.recognises(treeForTest({ 'content/content.json': '{}' }))).toBe(false);
  });

  it('has its title, and who made it under which licence', async () => {
    const { course } = await read(
      'H5P.AdvancedText',
      { text: '<p>Water</p>' },
      {
        ...{
          title: 'R&amp;D <b>Tides</b>',
          license: 'CC BY',
          licenseVersion: '4.0',
          source: 'https://a.example',
        },
        authors: [{ name: 'Ada', role: 'Author' }, { name: 'Bob' }, { role: 'Editor' }],
      },
    );
    expect(course.title).toBe('R&D Tides');
    expect(course.instructor).toBe('Ada, Bob');
    expect(course.description).toBe('Source and licence:\nAda\nBob\nCC BY 4.0\nhttps://a.example');
    expect(course.modules).toMatchObject([{ title: 'R&D Tides', lessons: [{ title: 'R&D Tides' }] }]);
  });

  it('without a title has that of the file, and without a licence no line about it', async () => {
    const { course } = await read('H5P.AdvancedText', { text: '<p>Water</p>' }, { title: '' });
    expect([course.title, course.description]).toEqual(['file', '']);
  });

  it('has addresses that begin in its folder of content', async () => {
    const { lessons } = await read('H5P.Column', { content: [{ content: picture('images/a b#1.png') }] });
    expect(lessons[0]?.html).toBe('<figure><img src="images/a%20b%231.png" alt="Sea"></figure>');
    expect(lessons[0]?.path).toBe('content/content.json');
  });

  it('names the makers of its pictures', async () => {
    const copyright = { license: 'CC BY-SA', version: '4.0', author: 'Ada', source: 'https://a.example' };
    const params = { file: { path: 'a.png', mime: 'image/png', copyright }, title: 'At <i>sea</i>' };
    const { lessons } = await read('H5P.Image', params);
    expect(lessons[0]?.html).toBe(
      '<figure><img src="a.png" alt="Tides"><figcaption>At sea · Ada · CC BY-SA 4.0 · https://a.example</figcaption></figure>',
    );
  });
});

describe('the parts of an H5P package', () => {
  it('of a book are a lesson for each chapter', async () => {
    const chapter = (title: string, ...parts: unknown[]) => ({
      ...{ library: 'H5P.Column 1.18', metadata: { title } },
      params: { content: parts.map((content) => ({ content })) },
    });
    const rows = {
      library: 'H5P.Row 1.0',
      params: { columns: [{ content: chapter('', text('<p>In a row</p>')) }] },
    };
    const { lessons, report } = await read('H5P.InteractiveBook', {
      showCoverPage: true,
      chapters: [
        chapter('Moon', text('<p>1</p>'), text('<p>2</p>')),
        chapter('Untitled', rows),
        chapter('None'),
      ],
    });
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['Moon', '<p>1</p><p>2</p>'],
      ['In a row', '<p>In a row</p>'],
    ]);
    expect(report).toEqual(['leftOut 1 None: There is no text in it.']);
  });

  it('of a presentation are a lesson for each slide, from the top to the bottom', async () => {
    const at = (x: number, y: number, action: unknown) => ({ x, y, action });
    const { lessons } = await read('H5P.CoursePresentation', {
      presentation: {
        slides: [
          {
            keywords: [{ main: 'First' }],
            elements: [
              at(0, 50, text('<p>c</p>')),
              at(60, 10, text('<p>b</p>')),
              at(5, 12, text('<p>a</p>')),
            ],
          },
          {
            elements: [
              at(0, 0, text('<h2>Second</h2>')),
              at(0, 9, picture('i.png')),
              at(9, 9, picture('i.png')),
            ],
          },
          { elements: [] },
          { elements: [{ goToSlide: 1 }, null, 7, at(0, 0, text('no tags &amp; so on'))] },
        ],
      },
    });
    expect(lessons.map(({ title, html }) => [title, html])).toEqual([
      ['First', '<p>a</p><p>b</p><p>c</p>'],
      ['Second', '<h2>Second</h2><figure><img src="i.png" alt="Sea"></figure>'],
      ['no tags & so on', '<p>no tags &amp; so on</p>'],
    ]);
  });

  it('of an accordion have their titles', async () => {
    const { lessons, report } = await read('H5P.Accordion', {
      panels: [
        { title: 'Q&amp;A', content: text('<p>a</p>') },
        { title: '', content: text('<p>b</p>') },
      ],
    });
    expect(lessons[0]?.html).toBe('<h3>Q&amp;A</h3><p>a</p><p>b</p>');
    expect(report).toEqual([]);
  });

  it('that are videos and sounds are attached', async () => {
    const { lessons } = await read('H5P.Column', {
      content: [
        {
          content: {
            library: 'H5P.Video 1.6',
            params: { sources: [{ path: 'videos/a.mp4', mime: 'video/mp4' }] },
            metadata: { title: 'Video' },
          },
        },
        {
          content: {
            library: 'H5P.Audio 1.5',
            params: { files: [{ path: 'audios/b.mp3#tmp', mime: 'audio/mp3' }] },
          },
        },
      ],
    });
    expect(lessons[0]?.attachments).toEqual([
      { title: 'Video', file: 'content/videos/a.mp4' },
      { title: 'b.mp3', file: 'content/audios/b.mp3' },
    ]);
  });

  it('of an interactive video are its texts in the order of time, and the video', async () => {
    const during = (from: number, action: unknown) => ({ duration: { from, to: from + 9 }, action });
    const { lessons, report } = await read('H5P.InteractiveVideo', {
      interactiveVideo: {
        video: {
          files: [{ path: 'https://youtu.be/abc', mime: 'video/YouTube' }],
          textTracks: { videoTrack: [{ label: 'en', track: { path: 'files/a.vtt', mime: 'text/vtt' } }, {}] },
        },
        assets: { interactions: [during(60, text('<p>later</p>')), during(5, text('<p>soon</p>'))] },
        summary: { task: { library: 'H5P.Summary 1.10', params: {} } },
      },
    });
    expect(lessons).toMatchObject([
      {
        html: '<p>soon</p><p>later</p>',
        attachments: [
          { title: 'Tides', url: 'https://youtu.be/abc' },
          { title: 'Tides', file: 'content/files/a.vtt' },
        ],
      },
    ]);
    expect(report).toEqual([
      'leftOut 1 Summary: Carrel has no questions of this kind (H5P Summary).',
      `simplified 1 Tides: ${program('Interactive Video')}`,
    ]);
  });

  it('of cards, hotspots and timelines are texts below each other', async () => {
    const cards = await read('H5P.Dialogcards', {
      ...{ title: '<p>Words</p>', description: 'Turn', answer: 'Turn over' },
      dialogs: [
        {
          text: 'Meer',
          answer: '<p>Sea</p>',
          image: { path: 'a.png', mime: 'image/png' },
          imageAltText: 'S',
        },
      ],
    });
    expect(cards.lessons[0]?.html).toBe(
      '<h3>Words</h3><p>Turn</p><dl><dt><figure><img src="a.png" alt="S"></figure><p>Meer</p></dt><dd><p>Sea</p></dd></dl>',
    );
    const hotspots = await read('H5P.ImageHotspots', {
      image: { path: 'map.png', mime: 'image/png' },
      hotspots: [{ header: 'North', position: { x: 1 }, content: [text('<p>n</p>')] }],
    });
    expect(hotspots.lessons[0]?.html).toBe(
      '<figure><img src="map.png" alt=""></figure><h3>North</h3><p>n</p>',
    );
    const timeline = await read('H5P.Timeline', {
      timeline: {
        ...{ headline: 'Seas', text: '<p>all</p>' },
        date: [
          {
            startDate: '1492,10,12',
            endDate: '1493',
            headline: 'Trip',
            text: '',
            asset: { media: 'https://youtu.be/a' },
          },
        ],
      },
    });
    expect(timeline.lessons[0]?.html).toBe(
      '<h2>Seas</h2><p>all</p><h3>1492-10-12 – 1493 Trip</h3><p><a href="https://youtu.be/a">https://youtu.be/a</a></p>',
    );
    expect(timeline.report).toEqual([`simplified 1 Tides: ${program('Timeline')}`]);
  });

  it('that are questions become practice, in their order', async () => {
    const blanks = { text: '<p>Fill:</p>', questions: ['<p>The *sea/ocean:hint* is wet.</p>'] };
    const drag = {
      taskDescription: '<p>Drag:</p>',
      textField: 'The *moon* pulls the *sea*.',
      distractors: '*sand*',
    };
    const set = { choices: [{ question: '<p>Now?</p>', answers: ['<p>Ebb</p>', '<p>Rain</p>'] }] };
    const parts = [
      choice,
      { library: 'H5P.TrueFalse 1.8', params: { question: '<p>Wet?</p>', correct: 'false' } },
      { library: 'H5P.Blanks 1.14', params: blanks },
      { library: 'H5P.DragText 1.10', params: drag },
      { library: 'H5P.SingleChoiceSet 1.11', params: set },
      {
        library: 'H5P.SortParagraphs 0.11',
        params: { taskDescription: 'Sort', paragraphs: ['low', 'high'] },
      },
    ];
    const { lessons, report } = await read('H5P.QuestionSet', {
      introPage: { introduction: '<p>Begin</p>' },
      questions: parts,
    });
    expect(report).toEqual([]);
    expect(lessons).toMatchObject([{ title: 'Tides', html: '<p>Begin</p>', quizzes: [{ use: 'practice' }] }]);
    expect(lessons[0]?.quizzes?.[0]?.questions.map(({ prompt, answer }) => [prompt, answer])).toMatchObject([
      ['<p>Which is wet?</p>', { kind: 'one', choices: [{ isRight: true }, { isRight: false }] }],
      ['<p>Wet?</p>', { kind: 'one', choices: [{ text: 'True', isRight: false }, { isRight: true }] }],
      ['<p>Fill:</p><p>The  _____  is wet.</p>', { kind: 'text', accepted: ['sea', 'ocean'] }],
      [
        '<p>Drag:</p><p>The  (1) _____  pulls the  (2) _____ .</p>',
        {
          kind: 'match',
          pairs: [
            ['(1)', 'moon'],
            ['(2)', 'sea'],
          ],
          others: ['sand'],
        },
      ],
      ['<p>Now?</p>', { kind: 'one', choices: [{ text: '<p>Ebb</p>', isRight: true }, { isRight: false }] }],
      ['<p>Sort</p>', { kind: 'order', lines: ['low', 'high'] }],
    ]);
  });

  it('that are questions which Carrel cannot ask are their texts, without the right answers', async () => {
    const marks = { taskDescription: '<p>Mark:</p>', textField: '<p>The *sea* is *wet*.</p>' };
    const { lessons, report } = await read('H5P.MarkTheWords', marks);
    expect(lessons[0]?.html).toBe('<p>Mark:</p><p>The sea is wet.</p>');
    expect(report).toEqual([
      'simplified 1 Tides: Only the text of this question was taken: Carrel has no questions of this kind.',
    ]);
  });

  it('of unknown libraries are their texts and pictures, without settings and labels', async () => {
    const { lessons, report } = await read('H5P.FutureThing', {
      ...{
        heading: 'H',
        intro: 'I',
        l10n: { text: 'Next' },
        behaviour: { description: 'no' },
        buttonLabel: 'Go',
      },
      ...{ odd: '<p>formatted</p>', code: 'x=1', override: { text: 'no' } },
      items: [{ photo: { path: 'p.png', mime: 'image/png' }, alt: 'P', caption: 'C' }, text('<p>inner</p>')],
      clip: { path: 'c.mp4', mime: 'video/mp4' },
    });
    expect(lessons[0]?.html).toBe(
      '<h3>H</h3><p>I</p><p>formatted</p><figure><img src="p.png" alt="P"></figure><p>C</p><p>inner</p>',
    );
    expect(lessons[0]?.attachments).toEqual([{ title: 'c.mp4', file: 'content/c.mp4' }]);
    expect(report).toEqual([`simplified 1 Tides: ${program('Future Thing')}`]);
  });
});

describe('a hostile H5P package', () => {
  const refusal = async (files: Readonly<Record<string, string>>) => {
    const error = await readFiles(files).catch((caught: unknown) => caught);
    return error instanceof ImportError ? error.problem : error;
  };

  it('without content, with empty content and with broken JSON is refused', async () => {
    const whole = filesOf({ library: 'H5P.Column', params: { content: [] } });
    expect(await refusal({ 'h5p.json': '{}' })).toBe('nothing');
    expect(await refusal(whole)).toBe('nothing');
    expect(await refusal({ ...whole, 'h5p.json': '{' })).toBe('damaged');
    expect(await refusal({ ...whole, 'content/content.json': 'nothing' })).toBe('damaged');
  });

  it('never has its scripts read', async () => {
    const scripts = ['H5P.Column-1.18/library.json', 'content/x.js'].map((path) => ({
      ...{ path, sizeBytes: 1 },
      readBytes: () => Promise.reject(new Error(`${path} was read`)),
    }));
    const { files } = treeForTest(filesOf({ library: 'H5P.Text', params: { text: '<p>a</p>' } }));
    const tree = new FileTree([...files, ...scripts]);
    const course = await h5pFormat.read({ tree, name: 'file', report: new ImportReport() });
    expect(course.modules).toHaveLength(1);
  });

  it('whose parts are inside of each other without end has the outer ones', async () => {
    let inner: unknown = text('<p>deep</p>');
    for (let depth = 0; depth < 500; depth++)
      inner = {
        library: 'H5P.Column 1.18',
        params: { content: [{ content: text('<p>x</p>') }, { content: inner }] },
      };
    const { lessons, report } = await read('H5P.Column', { content: [{ content: inner }] });
    expect(lessons[0]?.html).not.toContain('deep');
    expect(report).toEqual(['leftOut 2 Advanced Text: This part is inside of too many others.']);
    const { course } = await readFiles({
      ...filesOf({ library: 'H5P.Unknown', params: {} }),
      'content/content.json': `{"text":"a","b":${'[{"c":'.repeat(5_000)}1${'}]'.repeat(5_000)}}`,
    });
    expect(course.modules).toHaveLength(1);
  });

  it('with values of any other type throws nothing but ImportError', async () => {
    const libraries = [
      'InteractiveBook',
      'CoursePresentation',
      'Dialogcards',
      'Timeline',
      'ImageHotspots',
      'Blanks',
      'X',
    ];
    const keys =
      'chapters presentation slides elements action library params content text file path mime title timeline date dialogs hotspots questions metadata';
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(
          null,
          true,
          7,
          -1e308,
          '',
          'x',
          '<p>a</p>',
          'H5P.Column 1.18',
          'H5P.Image 1.1',
          '../../../a',
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys.split(' '), '__proto__', 'constructor'), tie('value'), {
          maxKeys: 5,
        }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...libraries), json, json, async (library, params, about) => {
        try {
          const { lessons } = await readFiles({
            'h5p.json': JSON.stringify({ authors: about, mainLibrary: `H5P.${library}` }),
            'content/content.json': JSON.stringify(params) ?? 'null',
          });
          expect(lessons.every(({ title }) => title !== '')).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
