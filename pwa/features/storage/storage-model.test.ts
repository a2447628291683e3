import { describe, expect, it } from 'vitest';
import type { CourseSize, KindSize } from '#pwa/downloads/plans/course-size.ts';
import type { MediaKind } from '#pwa/store/database/rows.ts';
import { courseOf } from '#pwa/testing/courses.ts';
import type { StoredCourse } from './read-storage.ts';
import { listKinds, mediaBytes, suggestCourse, sumShares } from './storage-model.ts';

const none: KindSize = { files: 0, filesHere: 0, bytes: 0, bytesHere: 0 };
const text: KindSize = { files: 2, filesHere: 2, bytes: 40, bytesHere: 40 };

/** A course with the given bytes of videos downloaded and as many missing. */
function stored(id: string, videosHere: number, parts: Partial<StoredCourse> = {}): StoredCourse {
  const videos = { files: 2, filesHere: 1, bytes: videosHere * 2, bytesHere: videosHere };
  const media: Record<MediaKind, KindSize> = { videos, documents: none, images: none };
  const size: CourseSize = { text, media, files: [] };
  const course = { ...courseOf(id, []), keptAt: '2026-11-21T08:00:00.000Z' };
  return { course, size, earlierBytes: 0, isFinished: false, ...parts };
}

describe('the downloaded data', () => {
  it('is summed by kind as far as it is downloaded, including replaced files', () => {
    const boats = stored('boats', 100, { earlierBytes: 7 });
    expect(mediaBytes(boats)).toBe(107);
    expect(listKinds(boats)).toEqual([
      { kind: 'videos', name: 'Videos', files: 2, filesHere: 1, bytes: 200, bytesHere: 100 },
    ]);
    expect(sumShares({ courses: [boats, stored('shops', 1)], unsentBytes: 5 })).toEqual({
      text: 80,
      media: { videos: 108, documents: 0, images: 0 },
      unsent: 5,
    });
  });

  it('suggests removing a finished course, otherwise the least recently used one', () => {
    const [boats, shops] = [stored('boats', 100), stored('shops', 9, { isFinished: true })];
    expect(suggestCourse([boats, shops])).toBe(shops);
    expect(suggestCourse([boats, stored('shops', 9)])).toBe(boats);
    expect(suggestCourse([boats])).toBeNull();
    expect(suggestCourse([stored('shops', 0, { isFinished: true })])).toBeNull();
  });
});
