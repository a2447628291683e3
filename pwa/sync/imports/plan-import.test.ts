import { describe, expect, it } from 'vitest';
import { VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
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

const planOf = (read: ReadImport) => planImport(read, async () => null);
const kinds = (plan: ImportPlan) => plan.commands.map(({ kind }) => kind);

describe('the plan of an import', () => {
  it('creates each row before what is inside it, and attaches files after their rows', async () => {
    expect(kinds(await planOf(readImport()))).toEqual([
      'course.create',
      'module.create',
      'lesson.create',
      'resource.attach',
      'lesson.attachVideo',
      'lesson.create',
      'course.attachThumbnail',
    ]);
  });

  it('retains the order of lessons, their links and the addresses of videos elsewhere', async () => {
    const { courseId, commands } = await planOf(readImport());
    const lessons = commands.flatMap((body) => (body.kind === 'lesson.create' ? [body.args] : []));
    const [first, second] = lessons;
    expect((first?.position ?? '') < (second?.position ?? '')).toBe(true);
    expect(first?.content).toBe(
      `<p><a href="/courses/${courseId}/learn?lesson=${second?.lessonId}">on</a></p>`,
    );
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

  it('is refused for a text that the server would refuse', async () => {
    await expect(planOf(readImport({ title: ' ' }))).rejects.toThrow();
  });
});
