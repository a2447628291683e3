import * as fc from 'fast-check';
import type { CourseFileResource } from '#interchange/course-file/course-file.ts';
import { digestOf } from '#interchange/course-file/digest.ts';
import { dataUri } from '#interchange/course-file/embedded-pictures.ts';
import { readPlainCourse, type SourceCourse } from '#interchange/course-file/plain-course.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { anyCharacter } from '#schema/testing/any-character.ts';
import { copyQuizzes, type ExportedQuiz } from '../pages/copy-quizzes.ts';
import type { CourseCopy } from '../pages/course-copy.ts';

const VIDEO = 'a'.repeat(64);
const DOCUMENT = 'b'.repeat(64);
const CAPTIONS = 'c'.repeat(64);
const COVER = 'd'.repeat(64);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
export const PNG_URI = dataUri({ type: 'image/png', bytes: PNG });
export const PNG_NAME = `picture-${digestOf(PNG).slice(0, 16)}.png`;

const FILES: SourceCourse['files'] = {
  [VIDEO]: { type: 'video/mp4', sizeBytes: 300_000 },
  [DOCUMENT]: { type: 'application/pdf', sizeBytes: 20 },
  [CAPTIONS]: { type: 'text/vtt', sizeBytes: 60 },
  [COVER]: { type: 'image/webp', sizeBytes: 40 },
};

export const HOSTILE_CAPTIONS =
  'WEBVTT\n\nNOTE -- not shown\n\n1\n00:01.000 --> 00:02.000\n<v Ida>The <b>sea</b> &amp; &lt;script&gt;.\n\n00:03.000 --> 00:04.000\n]]> \u0000 שלום\n';

/** Markup and texts that are hard to write as XML, or dangerous. */
const fragments = fc.constantFrom(
  '<p>',
  '</p>',
  '<p><b><i>unclosed',
  '</div></table>',
  '<ul>text<b>in a list</b><li>item',
  '<table>text<tr>text<td>cell<p>in a cell',
  '<td>no table</td>',
  '<p><table><caption>c</caption><colgroup><col span="2">x</colgroup><thead><tr><th scope="row" colspan="0">h',
  '<span><p>block in a span</p></span>',
  '<dl>x<dt>term<dd>what it means',
  '<details><summary>more</summary>text',
  '<h1>heading</h1>',
  '<pre>\n\ncode &lt;b&gt;</pre>',
  '<br/><br></br><hr><wbr>',
  '&amp &nbsp; &copy &unknown; &#0; &#xD800; &#x1F600; &lt;script&gt;',
  ']]>',
  '<![CDATA[ x ]]>',
  '<!-- -- --><!doctype x><?php echo ?>',
  '<script>alert("x")</script>',
  '<script>never ended',
  '<style>p{background:url(https://x.example)}</style>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" style="x" class="y" id="z" title="a&quot;b\'c">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" JaVaScRiPt:alert(1)">a<a href="https://example.org/?a=1&b=%22">b</a></a>',
  '<a href="/courses/course-x/learn?lesson=l1" rel="noopener">on</a>',
  '<a href="/courses/other/learn?lesson=l1">other</a><a href="#here">here</a><a href="x.html">x</a>',
  '<a href="mailto:a@example.org">mail</a><a href="https://exa mple">no</a>',
  '<iframe src="https://x.example"></iframe><object><embed></object>',
  '<svg><script>1</script><a xlink:href="javascript:1">x</a></svg><math><mi>x</mi></math>',
  `<img src="${PNG_URI}" alt="a &quot;picture&quot;" width="7" height="50%">`,
  '<img src="https://example.org/p.png" alt="far"><a href="https://example.org/"><img src="https://example.org/q.png"></a>',
  '<img src=\'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"%3E%3Cscript%3E1%3C/script%3E%3Ctext%3E]]&gt;%3C/text%3E\'>',
  '<img src="data:image/png;base64,%%%"><img src="data:text/html,x"><img>',
  '<time>when</time><time datetime="2026-11-26">26</time><bdo>x</bdo><bdo dir="rtl">y</bdo>',
  '<p lang="x y" dir="sideways">a</p><p lang="he" dir="rtl">שלום</p>',
  '<custom-element on="x">c</custom-element><form><input value="v"></form>',
  '\u0000\u0001\u000b\u001f\u007f\u0085\ufffe\uffff',
  '\ud800',
  '\udc00 \r\n \r \u2028',
  '👩‍🔧 𝄞 مرحبا',
  '<p title="',
  '<',
);

const noise = fc.oneof(
  fragments,
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '=', 'a', 'p', ' ', ';', '-', '!', ']'),
    maxLength: 12,
  }),
);

/** HTML of a lesson that no sanitiser has seen. */
export const hostileHtml = fc.array(noise, { maxLength: 6 }).map((parts) => parts.join(''));

const name = fc.oneof(
  fc.constantFrom('', ' ', 'Tides & "<Waves>"', '\u0000', '\ud800', '👩‍🔧', 'שלום -- ]]>'),
  noise,
);

const resources = fc.oneof(
  fc.record({
    title: name,
    type: fc.constantFrom('link' as const, 'video' as const),
    url: fc.oneof(fc.webUrl(), fc.constantFrom('', 'javascript:alert(1)', 'https://example.org/a?b=1&c="')),
  }),
  fc.record({ title: name, type: fc.constant('pdf' as const), file: fc.constant(DOCUMENT), name }),
  fc.record({ title: name, type: fc.constant('video' as const), captions: fc.constant(CAPTIONS) }),
) satisfies fc.Arbitrary<CourseFileResource>;

const videos = fc.constantFrom(
  null,
  { file: VIDEO },
  { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1' },
  { url: 'javascript:alert(1)' },
);

const lessons = fc.record({
  title: name,
  description: name,
  duration: fc.nat({ max: 90 }),
  type: fc.constantFrom('text' as const, 'video' as const),
  content: hostileHtml,
  video: videos,
  resources: fc.array(resources, { maxLength: 2 }),
});

/** Courses of any texts, with a video, a document, captions and pictures here and there. */
export const sourceCourses: fc.Arbitrary<SourceCourse> = fc
  .record({
    title: name,
    description: name,
    instructor: name,
    previewContent: name,
    picture: fc.constantFrom(null, { file: COVER }, { url: 'https://example.org/p.png' }),
    modules: fc.array(
      fc.record({ title: name, description: name, lessons: fc.array(lessons, { maxLength: 3 }) }),
      { maxLength: 3 },
    ),
  })
  .map((course) => sourceOf(course));

type GivenCourse = Omit<SourceCourse, 'id' | 'files' | 'modules'> & {
  readonly modules: readonly (Omit<SourceCourse['modules'][number], 'lessons'> & {
    readonly lessons: readonly Omit<SourceCourse['modules'][number]['lessons'][number], 'id'>[];
  })[];
};

/** A course of this installation with the ids `l1`, `l2` … of its lessons. */
function sourceOf({ modules, ...fields }: GivenCourse): SourceCourse {
  let count = 0;
  const withIds = modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => {
      count += 1;
      return { ...lesson, id: `l${count}` };
    }),
  }));
  return { ...fields, id: 'course-x', files: FILES, modules: withIds };
}

/** One course with two lessons of the same video, of which the first has the HTML, captions and a document. */
export function courseWith(content: string): SourceCourse {
  const lesson = { description: '', duration: 5, type: 'text' as const, video: null, resources: [] };
  return sourceOf({
    ...{
      title: 'Tides & waves',
      description: 'About the sea.',
      instructor: 'Mara Oduya',
      previewContent: '',
    },
    picture: { file: COVER },
    modules: [
      {
        ...{ title: 'Ebb', description: '' },
        lessons: [
          {
            ...{ ...lesson, title: 'Moon', content, video: { file: VIDEO } },
            resources: [
              { title: 'English', type: 'video', captions: CAPTIONS },
              { title: 'Almanac', type: 'pdf', file: DOCUMENT, name: 'Almanac of 2026.pdf' },
            ],
          },
          { ...lesson, title: 'Sun', content: '', video: { file: VIDEO } },
        ],
      },
    ],
  });
}

/** The course of `courseWith` with quizzes in its first lesson. */
export function courseWithQuizzes(...quizzes: readonly ExportedQuiz[]): SourceCourse {
  const course = courseWith('<p>Text</p>');
  const own = quizzes.map(({ questions, ...quiz }) => ({
    ...quizEntity.defaults,
    ...{ ...quiz, questions: [...questions] },
  }));
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson, at) => (at === 0 ? { ...lesson, quizzes: own } : lesson)),
  }));
  return { ...course, modules };
}

interface CopyOptions {
  readonly isOnline?: boolean;
  readonly quizzes?: CourseCopy['quizzes'];
}

/** The course as an export receives it. */
export async function copyOf(
  source: SourceCourse,
  { isOnline = true, quizzes }: CopyOptions = {},
): Promise<CourseCopy> {
  const { quizzes: own, ...plain } = copyQuizzes(await readPlainCourse(source), 'kept');
  const lessons = new Map(
    [...plain.texts.keys()].map((place) => [
      place,
      `https://learn.example.org/courses/course-x/learn?lesson=${place}`,
    ]),
  );
  return {
    ...plain,
    digest: 'e'.repeat(64),
    updatedAt: '2026-11-25T21:00:00.123Z',
    captions: new Map([[CAPTIONS, HOSTILE_CAPTIONS]]),
    quizzes: quizzes ?? own,
    online: isOnline ? { origin: 'https://learn.example.org', lessons } : null,
  };
}
