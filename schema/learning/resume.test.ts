import { describe, expect, test } from 'vitest';
import { emptyProgress, type LessonProgress } from './progress.ts';
import {
  countCompleted,
  findFinish,
  findLatestProgress,
  findResumeLesson,
  formatPosition,
  lastActivityAt,
} from './resume.ts';

const lessons = ['one', 'two', 'three', 'four'];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

function watched(lessonId: string, minute: number): LessonProgress {
  return { ...emptyProgress(lessonId), positionSeconds: 252, positionUpdatedAt: at(minute) };
}

function completed(lessonId: string, minute: number): LessonProgress {
  return { ...emptyProgress(lessonId), completedAt: at(minute), completedUpdatedAt: at(minute) };
}

describe('the lesson to resume', () => {
  test('a course never opened starts at its first lesson', () => {
    expect(findResumeLesson(lessons, [])).toBe('one');
  });

  test('an unfinished lesson is resumed, wherever it is in the course', () => {
    expect(findResumeLesson(lessons, [completed('one', 1), watched('three', 5), watched('two', 3)])).toBe(
      'three',
    );
  });

  test('a completed lesson is followed by the next open one', () => {
    expect(findResumeLesson(lessons, [completed('two', 5), completed('three', 1)])).toBe('four');
  });

  test('the last lesson is followed by those still open before it', () => {
    expect(findResumeLesson(lessons, [completed('one', 1), completed('four', 9)])).toBe('two');
  });

  test('a finished course opens at its beginning', () => {
    expect(
      findResumeLesson(
        lessons,
        lessons.map((id, minute) => completed(id, minute)),
      ),
    ).toBe('one');
  });

  test('removing a completion makes that lesson the one to resume', () => {
    const taken = { ...emptyProgress('two'), completedUpdatedAt: at(9) };
    expect(findResumeLesson(lessons, [completed('one', 1), taken])).toBe('two');
  });

  test('lessons of other courses are ignored, and a course may be empty', () => {
    expect(findResumeLesson(lessons, [watched('elsewhere', 9), watched('two', 1)])).toBe('two');
    expect(findResumeLesson([], [watched('elsewhere', 9)])).toBeNull();
  });
});

describe('the last activity', () => {
  test('is the later of completion and position', () => {
    expect(lastActivityAt({ ...completed('one', 1), positionUpdatedAt: at(4) })).toBe(at(4));
    expect(lastActivityAt({ ...completed('one', 6), positionUpdatedAt: at(4) })).toBe(at(6));
    expect(lastActivityAt(emptyProgress('one'))).toBeNull();
  });

  test('rows without values are skipped', () => {
    expect(findLatestProgress(lessons, [emptyProgress('one')])).toBeNull();
    expect(findLatestProgress(lessons, [emptyProgress('one'), watched('two', 1)])?.lessonId).toBe('two');
  });
});

test('only completed lessons of the course are counted', () => {
  expect(countCompleted(lessons, [completed('one', 1), watched('two', 2), completed('elsewhere', 3)])).toBe(
    1,
  );
});

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [252, '4:12'],
  [3599, '59:59'],
  [3852, '1:04:12'],
  [-3, '0:00'],
])('%d seconds are formatted as %s', (seconds, text) => {
  expect(formatPosition(seconds)).toBe(text);
});

describe('the finish of a course', () => {
  test('is the last completion, whatever the order', () => {
    const progress = [completed('one', 1), completed('two', 9), completed('three', 3), completed('four', 2)];
    expect(findFinish(lessons, progress)).toBe(at(9));
  });

  test('is none while a lesson is open, after an undo, and without lessons', () => {
    expect(findFinish(lessons, [completed('one', 1), watched('two', 9)])).toBeNull();
    const undone = { ...emptyProgress('one'), completedUpdatedAt: at(9) };
    expect(findFinish(['one'], [undone])).toBeNull();
    expect(findFinish([], [])).toBeNull();
  });
});
