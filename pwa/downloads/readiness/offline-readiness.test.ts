import { describe, expect, it } from 'vitest';
import type { Download } from '#pwa/store/offline/downloads.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { listImages } from '../plans/lesson-images.ts';
import { checkOfflineReadiness, isReady, type OnDevice } from './offline-readiness.ts';

const STORED = { state: 'stored', missing: [] } as const;
const COMING = { state: 'coming', missing: [] } as const;

const fileId = (digit: string) => digit.repeat(32);
const signed = (digit: string) => `/media/${fileId(digit)}?expires=1&signature=x`;
const sheet = { id: 'r1', type: 'pdf', title: 'Worksheet', url: signed('b'), sizeBytes: 20 } as const;

const course = courseOf('c1', [
  [lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10 }), lessonOf('l2', { resources: [sheet] })],
  [lessonOf('l3')],
]);

function fileRow(digit: string, lessonId: string, parts: Partial<Download> = {}): Download {
  const common = { courseId: 'c1', title: '', sizeBytes: 10, checkedAt: '2026-11-21T08:00:00.000Z' };
  return {
    ...common,
    fileId: fileId(digit),
    lessonId,
    kind: 'video',
    want: 'videos',
    state: 'kept',
    ...parts,
  };
}

const video = fileRow('a', 'l1');
const paper = fileRow('b', 'l2', { kind: 'resource', want: 'documents' });

function onDevice(parts: { texts?: readonly string[]; files?: readonly Download[] } = {}): OnDevice {
  const { texts = ['l1', 'l2', 'l3'], files = [video, paper] } = parts;
  return { app: STORED, texts: new Map(texts.map((id) => [id, { images: [] }])), files };
}

describe('offline readiness', () => {
  it('is complete when every text and every file of a course is here', () => {
    const check = checkOfflineReadiness(course, onDevice());
    expect(check).toEqual({ app: STORED, hasFiles: true, lessons: 3, ready: 3, away: [], remote: [] });
    expect(isReady(check)).toBe(true);
  });

  it('names the lesson whose video is missing, and continues with the others', () => {
    const check = checkOfflineReadiness(
      course,
      onDevice({ files: [{ ...video, state: 'missing', problem: 'full' }, paper] }),
    );
    expect(check.ready).toBe(2);
    expect(check.away).toEqual([
      {
        lessonId: 'l1',
        title: 'Title of l1',
        number: 1,
        gaps: [
          {
            kind: 'video',
            fileId: fileId('a'),
            title: 'Title of l1',
            sizeBytes: 10,
            isReplaced: false,
            problem: 'full',
          },
        ],
      },
    ]);
    expect(isReady(check)).toBe(false);
  });

  it('fails for a lesson whose text is missing', () => {
    expect(checkOfflineReadiness(course, onDevice({ texts: ['l1', 'l2'] })).away).toMatchObject([
      { lessonId: 'l3', number: 3, gaps: [{ kind: 'text' }] },
    ]);
  });

  it('distinguishes a file that was replaced on the server from one never downloaded', () => {
    const replaced = checkOfflineReadiness(course, onDevice({ files: [fileRow('c', 'l1'), paper] }));
    expect(replaced.away[0]?.gaps).toMatchObject([{ kind: 'video', isReplaced: true }]);
    const two = courseOf('c1', [[lessonOf('l1', { resources: [sheet, { ...sheet, url: signed('c') }] })]]);
    const never = checkOfflineReadiness(two, onDevice({ files: [fileRow('b', 'l1', { kind: 'resource' })] }));
    expect(never.away[0]?.gaps).toMatchObject([{ kind: 'document', isReplaced: false }]);
  });

  it('lists media on other sites apart from what is not on the device, and ignores links', () => {
    const link = { ...sheet, type: 'link', url: 'https://example.org/', sizeBytes: null } as const;
    const paperElsewhere = { ...sheet, url: 'https://papers.example/a.pdf', sizeBytes: null };
    const outside = courseOf('c1', [
      [
        lessonOf('l1', { videoUrl: 'https://youtu.be/dQw4w9WgXcQ', resources: [link] }),
        lessonOf('l2', { resources: [paperElsewhere] }),
      ],
    ]);
    const check = checkOfflineReadiness(outside, onDevice());
    expect([check.ready, check.away]).toEqual([2, []]);
    expect(check.remote.flatMap(({ gaps }) => gaps)).toEqual([
      { kind: 'elsewhere', what: 'video', host: 'youtu.be' },
      { kind: 'elsewhere', what: 'document', host: 'papers.example' },
    ]);
  });

  it('counts images on other sites each time', () => {
    const html = '<p><img alt="a" src="data:image/png;base64,AA"><img src="https://pics.example/a.png"></p>';
    const texts = new Map([['l3', { images: listImages(html) }]]);
    const check = checkOfflineReadiness(courseOf('c1', [[lessonOf('l3')]]), {
      app: STORED,
      texts,
      files: [],
    });
    expect(check.remote[0]?.gaps).toEqual([{ kind: 'elsewhere', what: 'images', host: 'pics.example' }]);
  });

  it('fails for a lesson of which everything is on other sites', () => {
    const foreign = courseOf('c1', [[lessonOf('l1', { videoUrl: 'https://youtu.be/dQw4w9WgXcQ' })]]);
    const texts = new Map([['l1', { images: [], isEmpty: true }]]);
    const check = checkOfflineReadiness(foreign, { app: STORED, texts, files: [] });
    expect(check.ready).toBe(0);
    expect(check.away[0]?.gaps).toEqual([{ kind: 'elsewhere', what: 'video', host: 'youtu.be' }]);
  });

  it('fails for a course without lessons', () => {
    expect(isReady(checkOfflineReadiness(courseOf('c1', []), onDevice()))).toBe(false);
  });
});

describe('a course with text only', () => {
  const textOnly = courseOf('c2', [[lessonOf('l1'), lessonOf('l2')]]);

  it('works offline, and has nothing to download', () => {
    const check = checkOfflineReadiness(textOnly, onDevice({ texts: ['l1', 'l2'], files: [] }));
    expect([isReady(check), check.hasFiles]).toEqual([true, false]);
  });

  it('does not work offline before its text, or the app itself, is here', () => {
    expect(isReady(checkOfflineReadiness(textOnly, onDevice({ texts: ['l1'], files: [] })))).toBe(false);
    expect(
      isReady(checkOfflineReadiness(textOnly, { ...onDevice({ texts: ['l1', 'l2'] }), app: COMING })),
    ).toBe(false);
  });

  it('has files once a lesson gains a video, or one of our images in its text', () => {
    const grown = courseOf('c2', [[lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10 })]]);
    expect(checkOfflineReadiness(grown, onDevice({ texts: ['l1'], files: [] }))).toMatchObject({
      hasFiles: true,
      ready: 0,
    });
    const texts = new Map([['l1', { images: ['/media/thumbnails/abc-640.webp'] }]]);
    const illustrated = courseOf('c3', [[lessonOf('l1')]]);
    expect(checkOfflineReadiness(illustrated, { app: STORED, texts, files: [] }).hasFiles).toBe(true);
  });

  it('has nothing to download if its videos are on other sites', () => {
    const foreign = courseOf('c4', [[lessonOf('l1', { videoUrl: 'https://youtu.be/dQw4w9WgXcQ' })]]);
    expect(checkOfflineReadiness(foreign, onDevice({ texts: ['l1'], files: [] }))).toMatchObject({
      hasFiles: false,
      ready: 1,
    });
  });
});
