import { describe, expect, it } from 'vitest';
import type { UpdatedLesson } from '#pwa/store/offline/course-updates.ts';
import type { Download } from '#pwa/store/offline/downloads.ts';
import { describeUpdate } from './describe-update.ts';

const video = { fileId: 'f', kind: 'video', want: 'videos', title: 'Tides', sizeBytes: 8_000_000 } as const;

function changed(title: string, parts: Partial<UpdatedLesson> = {}): UpdatedLesson {
  return { lessonId: title, title, change: 'changed', textBytes: 4_000, files: [], ...parts };
}

function rowOf(state: Download['state']): Download {
  const common = { courseId: 'c1', lessonId: 'Tides', checkedAt: '2026-11-21T08:00:00.000Z' };
  return { ...video, ...common, state };
}

const updateText = (lessons: UpdatedLesson[], rows: Download[] = []) =>
  describeUpdate({ courseId: 'c1', lessons }, rows);

describe('the notice of changes in an offline course', () => {
  it('counts and names the lessons, and says whether their text was updated', () => {
    expect(updateText([changed('Tides'), changed('Moons'), changed('Boats')])).toEqual({
      title: '3 lessons changed since your download',
      lessons: '“Tides”, “Moons”, “Boats”. Their text (12 kB) is downloaded.',
      files: null,
      isWaiting: false,
    });
    const four = ['A', 'B', 'C', 'D'].map((title) => changed(title, { change: 'added', textBytes: 0 }));
    expect(updateText(four)).toMatchObject({
      title: '4 lessons added since your download',
      lessons: '“A” (new), “B” (new), “C” (new) and 1 more.',
    });
    expect(updateText([changed('Tides', { change: 'removed' }), changed('Moons')]).title).toBe(
      '2 lessons changed since your download',
    );
  });

  it('distinguishes new files that are here from those that wait', () => {
    const lessons = [changed('Tides', { files: [video] })];
    expect(updateText(lessons, [rowOf('kept')]).files).toBe('1 new video (8.0 MB) is downloaded.');
    expect(updateText(lessons, [rowOf('missing')])).toMatchObject({
      files: '1 new video (8.0 MB) is not downloaded yet; the previous version stays available until then.',
      isWaiting: true,
    });
  });
});
