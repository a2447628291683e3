import { describe, expect, it } from 'vitest';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { filesOf } from './course-files.ts';

const fileId = (digit: string) => digit.repeat(32);
const signed = (digit: string) => `/media/${fileId(digit)}?expires=1&signature=x`;

describe('the files of a course', () => {
  it('are its own videos and resources, without those of other hosts', () => {
    const foreign = {
      id: 'r1',
      type: 'link',
      title: 'Elsewhere',
      url: 'https://example.org/a.pdf',
      sizeBytes: null,
    } as const;
    const own = { id: 'r2', type: 'pdf', title: 'Notes', url: signed('b'), sizeBytes: 20 } as const;
    const captions = { ...own, id: 'r3', type: 'link', url: signed('c'), contentType: 'text/vtt' } as const;
    const course = courseOf('c1', [
      [lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10, resources: [foreign, own, captions] })],
      [lessonOf('l2', { videoUrl: 'https://youtu.be/x', videoSizeBytes: null })],
    ]);
    const from = { courseId: 'c1', lessonId: 'l1' };
    expect(filesOf(course)).toEqual([
      {
        ...from,
        kind: 'video',
        want: 'videos',
        title: 'Title of l1',
        url: signed('a'),
        fileId: fileId('a'),
        sizeBytes: 10,
      },
      {
        ...from,
        kind: 'resource',
        want: 'documents',
        title: 'Notes',
        url: signed('b'),
        fileId: fileId('b'),
        sizeBytes: 20,
      },
      // Captions come with the video.
      {
        ...from,
        kind: 'resource',
        want: 'videos',
        title: 'Notes',
        url: signed('c'),
        fileId: fileId('c'),
        sizeBytes: 20,
      },
    ]);
  });
});
