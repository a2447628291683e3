import { describe, expect, it } from 'vitest';
import type { CourseFileQuiz } from '#interchange/course-file/course-file.ts';
import { importedId, importedQuizId } from '#schema/courses/imported-id.ts';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { ReadImport } from './read-result.ts';

const [VIDEO, PDF, PICTURE] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const digests = { video: VIDEO ?? '', pdf: PDF ?? '', picture: PICTURE ?? '' };

/** A course of one module with two lessons; the first has a video and a PDF. */
function readImport({ videoBytes = 1_000, title = 'Ebb' } = {}): ReadImport {
  const lesson = { description: '', duration: 5, type: 'text' as const };
  const file = (type: string, sizeBytes: number) => ({ type, sizeBytes, bytes: new Blob() });
  const files = {
    video: file('video/mp4', videoBytes),
    pdf: file('application/pdf', 50),
    picture: file('image/webp', 9),
  };
  return {
    outline: {
      ...{ title: 'Tides', description: 'About', instructor: 'Mara', previewContent: '' },
      picture: { file: digests.picture },
      files: {},
      modules: [
        {
          ...{ title: 'One', description: '' },
          lessons: [
            {
              ...{ ...lesson, title, video: { file: digests.video } },
              resources: [{ title: 'Almanac', type: 'pdf', file: digests.pdf, name: 'almanac.pdf' }],
            },
            { ...lesson, title: 'Flood', video: { url: 'https://videos.example.org/a.mp4' }, resources: [] },
          ],
        },
      ],
    },
    texts: new Map([
      ['1/1', '<p><a href="carrel:lesson/1/2">on</a></p>'],
      ['1/2', ''],
    ]),
    digest: 'd'.repeat(64),
    files: new Map([
      [digests.video, files.video],
      [digests.pdf, files.pdf],
      [digests.picture, files.picture],
    ]),
    pictures: new Map(),
    captions: new Map(),
    format: 'Carrel',
    report: [],
  };
}

const question: CourseFileQuiz['questions'][number] = {
  ...{ kind: 'one', prompt: '<p>Which?</p>', points: 1, explanation: '' },
  choices: '[{"id":"b","text":"Ebb"},{"id":"a","text":"Flood"}]',
  key: '{"right":["b"]}',
};
const quizOf = (questions: CourseFileQuiz['questions']): CourseFileQuiz => ({
  ...{ use: 'practice', title: 'Practice', passPercent: 60, attemptsMax: null, scoreRule: 'best' },
  ...{ isShuffled: 0, release: 'answers', isRequired: 0, questions },
});

/** The first lesson has these quizzes, and no files. */
function withQuizzes(quizzes: CourseFileQuiz[]): ReadImport {
  const read = readImport();
  const [first, ...others] = read.outline.modules[0]?.lessons ?? [];
  if (first === undefined) throw new Error('It has a lesson');
  const lessons = [{ ...first, video: null, resources: [], quizzes }, ...others];
  const modules = [{ title: 'One', description: '', lessons }];
  return { ...read, outline: { ...read.outline, picture: null, modules } };
}

const planOf = (read: ReadImport) => planImport(read, async () => null);
function importOf({ commands: [first] }: ImportPlan) {
  if (first?.kind !== 'course.import') throw new Error('It imports a course');
  return first.args;
}
const kinds = (plan: ImportPlan) => plan.commands.map(({ kind }) => kind);

describe('the plan of an import', () => {
  it('is one command with all rows, before those that attach its files', async () => {
    expect(kinds(await planOf(readImport()))).toEqual([
      'course.import',
      'resource.attach',
      'lesson.attachVideo',
      'course.attachThumbnail',
    ]);
  });

  it('has no module of which every lesson is left out, and the ids that the server derives', async () => {
    const read = readImport();
    const [one] = read.outline.modules;
    if (one === undefined) throw new Error('It has a module');
    const outline = { ...read.outline, modules: [one, { ...one, title: 'Two' }] };
    const { title, description, instructor } = outline;
    const course = { title, description, instructor };
    const plan = await planImport({ ...read, outline }, async () => null, {
      ...{ course, skipped: new Set(['1/1', '1/2', '2/1']) },
    });
    const { courseId, modules } = importOf(plan);
    const id = importedId(courseId, 1);
    expect(modules).toMatchObject([
      { id, title: 'Two', lessons: [{ id: importedId(id, 1), title: 'Flood' }] },
    ]);
  });

  it('has a text that exceeds the body as an edit behind it', async () => {
    const read = readImport();
    const [one] = read.outline.modules;
    const [lesson] = one?.lessons ?? [];
    if (one === undefined || lesson === undefined) throw new Error('It has a lesson');
    const count = 34;
    const lessons = Array.from({ length: count }, () => ({ ...lesson, video: null, resources: [] }));
    const texts = new Map(lessons.map((_, at) => [`1/${at + 1}`, 'é'.repeat(500_000)]));
    const plan = await planOf({
      ...read,
      outline: { ...read.outline, modules: [{ ...one, lessons }] },
      texts,
    });
    const edits = plan.commands.flatMap((body) => (body.kind === 'lesson.update' ? [body.args] : []));
    expect(plan.texts.filter(({ content }) => content !== '')).toHaveLength(33);
    expect(edits).toHaveLength(1);
    expect(edits[0]).toMatchObject({ version: 1, lessonId: plan.lessonIds.get('1/34') });
    expect(importOf(plan).textCharacters).toBe(33 * 500_000);
  });

  it('retains the order of lessons, their links and the addresses of videos elsewhere', async () => {
    const plan = await planOf(readImport());
    const { courseId, texts } = plan;
    const [first, second] = importOf(plan).modules.flatMap(({ lessons }) => lessons);
    expect((first?.position ?? '') < (second?.position ?? '')).toBe(true);
    const content = `<p><a href="/courses/${courseId}/learn?lesson=${second?.id}">on</a></p>`;
    expect(texts).toEqual([
      { lessonId: first?.id, content },
      { lessonId: second?.id, content: '' },
    ]);
    expect([first?.videoUrl, second?.videoUrl]).toEqual([null, 'https://videos.example.org/a.mp4']);
  });

  it('has new ids each time', async () => {
    const read = readImport();
    const idsOf = ({ commands }: ImportPlan) => JSON.stringify(commands).match(/[0-9a-f-]{36}/g);
    const before = new Set(idsOf(await planOf(read)));
    expect(idsOf(await planOf(read))?.filter((id) => before.has(id))).toEqual([]);
  });

  it('leaves out a file that is too large for an upload, and says where and why', async () => {
    const plan = await planOf(readImport({ videoBytes: VIDEO_MAX_BYTES + 1 }));
    expect(plan.leftOut).toEqual([{ place: 'Ebb', reason: adminMessages.videoTooLarge }]);
    expect(kinds(plan)).not.toContain('lesson.attachVideo');
    expect(plan.files.map(({ digest }) => digest)).toEqual([digests.pdf, digests.picture]);
    const within = await planOf(readImport({ videoBytes: VIDEO_MAX_BYTES }));
    expect(within.leftOut).toEqual([]);
  });

  it('leaves out a quiz or question that the server would refuse, each with a line of the report', async () => {
    const bad = [
      { ...question, key: '{}' },
      { ...question, points: 101 },
    ];
    const quizzes = [
      quizOf([question, ...bad, { ...question, prompt: '<p><a href="carrel:lesson/1/2">on</a></p>' }]),
      { ...quizOf([question]), title: 'Second', attemptsMax: 0 },
    ];
    const plan = await planOf(withQuizzes(quizzes));
    const [first, second] = plan.texts;
    const link = `/courses/${plan.courseId}/learn?lesson=${second?.lessonId}`;
    expect(first?.quizzes?.map(({ title }) => title)).toEqual(['Practice']);
    expect(first?.quizzes?.[0]?.questions.map(({ prompt }) => prompt)).toEqual([
      question.prompt,
      `<p><a href="${link}">on</a></p>`,
    ]);
    expect(second).not.toHaveProperty('quizzes');
    expect(plan.leftOut).toEqual([
      { place: 'Ebb: Practice', reason: 'A question was left out. Mark a choice as right.' },
      { place: 'Ebb: Practice', reason: 'A question was left out. A part of it is too long, or not valid.' },
      { place: 'Ebb: Second', reason: adminMessages.quizLeftOut },
    ]);
    const written = JSON.stringify(first?.quizzes).length;
    expect(importOf(plan).textCharacters).toBe(
      written + plan.texts.reduce((sum, one) => sum + one.content.length, 0),
    );
  });

  it('has quizzes that exceed the line of a text as edits behind it, under the same ids', async () => {
    const long = { ...question, prompt: `<p>${'x'.repeat(250_000)}</p>` };
    const plan = await planOf(withQuizzes([quizOf(Array.from({ length: 17 }, () => long))]));
    expect(plan.texts[0]).not.toHaveProperty('quizzes');
    const quizId = importedQuizId(plan.texts[0]?.lessonId ?? '', 1);
    const edits = plan.commands.slice(1, 19);
    expect(edits[0]).toMatchObject({ kind: 'quiz.create', args: { quizId, title: 'Practice' } });
    expect(edits.slice(1).map(({ kind, args }) => [kind, 'questionId' in args && args.questionId])).toEqual(
      Array.from({ length: 17 }, (_, at) => ['question.create', importedId(quizId, at + 1)]),
    );
  });

  it('is refused for more lessons than the server reads at once', async () => {
    const read = readImport();
    const [one] = read.outline.modules;
    const lesson = one?.lessons[1];
    if (one === undefined || lesson === undefined) throw new Error('It has lessons');
    const withLessons = (count: number) => {
      const modules = [{ ...one, lessons: Array.from({ length: count }, () => lesson) }];
      return planOf({ ...read, texts: new Map(), outline: { ...read.outline, picture: null, modules } });
    };
    await expect(withLessons(9_998)).resolves.toMatchObject({ leftOut: [] });
    await expect(withLessons(9_999)).rejects.toThrow(messages.bodyTooLarge);
  });

  it('is refused for a text that the server would refuse', async () => {
    await expect(planOf(readImport({ title: ' ' }))).rejects.toThrow();
  });
});
