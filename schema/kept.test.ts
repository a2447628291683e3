import { describe, expect, test } from 'vitest';
import { describeAway, isReadable, summarizeKept } from './kept.ts';

const fileId = 'a'.repeat(32);
const pdfId = 'b'.repeat(32);
const signed = (id: string) => `/media/${id}?expires=1&signature=x`;

const course = {
  modules: [
    { lessons: [{ id: 'one', videoUrl: signed(fileId), resources: [{ type: 'pdf', url: signed(pdfId) }] }] },
    {
      lessons: [
        { id: 'two', videoUrl: 'https://youtu.be/dQw4w9WgXcQ', resources: [] },
        { id: 'three', videoUrl: null, resources: [{ type: 'link', url: 'https://example.org/' }] },
      ],
    },
  ],
};
const everyLesson = new Set(['one', 'two', 'three']);
const nothing = new Set<string>();

describe('what works without a network', () => {
  test('is every text, while films elsewhere need a connection', () => {
    const kept = summarizeKept(course, { lessonIds: everyLesson, fileIds: new Set([fileId, pdfId]) });
    expect(isReadable(kept)).toBe(true);
    expect(describeAway(kept)).toBe('1 video');
  });

  test('is told apart from what was not fetched', () => {
    const kept = summarizeKept(course, { lessonIds: everyLesson, fileIds: nothing });
    expect(describeAway(kept)).toBe('2 videos and 1 file');
  });

  test('is not claimed while one text is missing', () => {
    const kept = summarizeKept(course, { lessonIds: new Set(['one', 'three']), fileIds: nothing });
    expect(kept.lessonsKept).toBe(2);
    expect(isReadable(kept)).toBe(false);
  });

  test('is not claimed for a course without lessons', () => {
    expect(isReadable(summarizeKept({ modules: [] }, { lessonIds: nothing, fileIds: nothing }))).toBe(false);
  });

  test('says nothing when everything is here', () => {
    const here = { modules: course.modules.slice(0, 1) };
    expect(
      describeAway(summarizeKept(here, { lessonIds: everyLesson, fileIds: new Set([fileId, pdfId]) })),
    ).toBeNull();
  });
});
