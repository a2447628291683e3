import { describe, expect, it } from 'vitest';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import {
  findSaveProblem,
  parseDuration,
  refuseCodeFile,
  refuseFinish,
  refuseModule,
  videoProblem,
} from './editor-rules.ts';

const tides = adminCourseOf('tides', [1], { description: 'About the sea' });
const withLesson = (parts: object): AdminCourseOutline => {
  const course = structuredClone(tides);
  Object.assign(course.modules[0]?.lessons[0] ?? {}, parts);
  return course;
};

describe('a course can be saved', () => {
  it('when title, description and instructor are not blank', () => {
    expect(findSaveProblem(tides)).toBeNull();
    for (const field of ['title', 'description', 'instructor'])
      expect(findSaveProblem({ ...tides, [field]: '  ' })).toBe(adminMessages.courseFieldsMissing);
  });

  it('when its URLs are usable', () => {
    expect(findSaveProblem({ ...tides, thumbnail: 'javascript:alert(1)' })).toContain('image address');
    expect(findSaveProblem({ ...tides, thumbnail: 'https://example.org/a.png' })).toBeNull();
    expect(findSaveProblem(withLesson({ videoUrl: 'tides.mp4' }))).toContain('video address');
    expect(videoProblem(`/media/${'a'.repeat(32)}?expires=1&signature=x`)).toBeNull();
  });

  it('when each module and lesson has a title', () => {
    expect(findSaveProblem(withLesson({ title: ' ' }))).toContain('every lesson');
  });

  it('as published only when every module has lessons', () => {
    const empty = adminCourseOf('tides', [1, 0], { description: 'x', status: 'published' });
    expect(findSaveProblem(empty)).toBe(adminMessages.courseIncomplete);
    expect(findSaveProblem({ ...empty, status: 'unpublished' })).toBeNull();
  });
});

it('a course can be finished only with a module and lessons in each', () => {
  expect(refuseFinish(tides)).toBeNull();
  for (const course of [adminCourseOf('c', []), adminCourseOf('c', [1, 0])])
    expect(refuseFinish(course)).toBe(
      'Cannot mark as finished. Please add at least one module with lessons.',
    );
});

it('a module can be added only to a saved course with its own id', () => {
  expect(refuseModule('course-1', false)).toBeNull();
  expect(refuseModule('new', true)).toBe('Please save the course first before adding modules');
  for (const id of ['', 'new', 'new-123'])
    expect(refuseModule(id, false)).toBe('Invalid course ID. Please save the course properly first');
  expect(refuseModule('renewable-energy', false)).toBeNull();
});

it('a code file must be CSV or TXT, at most 10 MB, and for a saved course', () => {
  const file = (name: string, size = 10) => refuseCodeFile({ name, size }, false);
  expect([file('codes.csv'), file('CODES.TXT')]).toEqual([null, null]);
  expect(file('codes.xlsx')).toBe('Invalid file type. Please upload a CSV or TXT file.');
  expect(file('codes.txt', 10 * 1024 * 1024)).toBeNull();
  expect(file('codes.txt', 10 * 1024 * 1024 + 1)).toBe(
    'File is too large. Please upload a file smaller than 10MB.',
  );
  expect(refuseCodeFile({ name: 'codes.csv', size: 1 }, true)).toBe(
    'Please save the course first before uploading activation codes',
  );
});

it('a duration is in whole minutes, at least 0, and 0 for a value that is not a number', () => {
  expect(['12', ' 7 ', '-3', 'soon', '', '2.6', '1e999'].map(parseDuration)).toEqual([12, 7, 0, 0, 0, 3, 0]);
});
