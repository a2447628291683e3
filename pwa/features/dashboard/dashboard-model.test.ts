import { describe, expect, test } from 'vitest';
import type { OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import type { Course } from '#schema/courses/course.ts';
import { lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import { emptyProgress, type LessonProgress } from '#schema/learning/progress.ts';
import {
  countLessonsOffline,
  type DashboardModel,
  findContinue,
  listCards,
  listRecommended,
} from './dashboard-model.ts';

const STORED = { state: 'stored', missing: [] } as const;

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();

function lesson(id: string, videoUrl: string | null = null): OfflineLesson {
  return {
    ...lessonRowDefaults,
    id,
    title: id,
    duration: 5,
    type: 'text',
    videoUrl,
    videoSizeBytes: null,
    resources: [],
  };
}

function offlineCourse(id: string, lessons: OfflineLesson[]): OfflineCourse {
  const { modules: _, ...fields } = catalogueCourse(id);
  return { ...fields, keptAt: at(0), modules: [{ id: `${id}-m`, title: '', description: '', lessons }] };
}

function catalogueCourse(id: string, status: Course['status'] = 'published'): Course {
  return {
    id,
    title: `Title of ${id}`,
    description: '',
    instructor: '',
    thumbnail: null,
    previewContent: '',
    status,
    enrollmentCount: 0,
    version: 1,
    createdAt: at(0),
    updatedAt: at(0),
    modules: [],
  };
}

const boats = offlineCourse('boats', [lesson('boats-1'), lesson('boats-2', 'https://cdn.example/a.mp4')]);
const shops = offlineCourse('shops', [lesson('shops-1'), lesson('shops-2')]);

function dashboard(progress: LessonProgress[] = [], offlineCourses = [boats, shops]): DashboardModel {
  return { offlineCourses, progress, tests: [] };
}

const onDevice = {
  app: STORED,
  texts: new Map(['boats-1', 'boats-2', 'shops-1'].map((id) => [id, { images: [] }])),
  files: [],
};

const completed = (lessonId: string, minute: number): LessonProgress => ({
  ...emptyProgress(lessonId),
  completedAt: at(minute),
  completedUpdatedAt: at(minute),
});
const stopped = (lessonId: string, minute: number, positionSeconds: number): LessonProgress => ({
  ...emptyProgress(lessonId),
  positionSeconds,
  positionUpdatedAt: at(minute),
});

describe('the lesson to continue', () => {
  test('is the last visited lesson, with the position in its video', () => {
    const facts = findContinue(
      ['shops', 'boats'],
      dashboard([stopped('shops-1', 1, 9), stopped('boats-2', 5, 252)]),
    );
    expect(facts).toMatchObject({ number: 2, total: 2, percent: 0, stoppedAt: 252, hasBegun: true });
    expect(facts?.lesson.id).toBe('boats-2');
  });

  test('is the next lesson if the last one was completed', () => {
    const facts = findContinue(['boats', 'shops'], dashboard([completed('shops-1', 9)]));
    expect(facts?.lesson.id).toBe('shops-2');
    expect(facts?.percent).toBe(50);
    expect(facts?.stoppedAt).toBeNull();
  });

  test('skips a finished course', () => {
    const facts = findContinue(
      ['shops', 'boats'],
      dashboard([completed('shops-1', 8), completed('shops-2', 9)]),
    );
    expect(facts?.course.id).toBe('boats');
  });

  test('is the first lesson for a new learner', () => {
    expect(findContinue(['boats'], dashboard())).toMatchObject({ hasBegun: false, number: 1 });
  });

  test('is the first lesson of a course that was just unlocked, also while it is being fetched', () => {
    const { keptAt: _, ...coming } = boats;
    const progress = [completed('shops-1', 9)];
    expect(findContinue(['shops', 'boats'], dashboard(progress))).toMatchObject({
      lesson: { id: 'boats-1' },
      hasBegun: false,
      isComing: false,
    });
    expect(findContinue(['shops', 'boats'], dashboard(progress, [shops]), [coming])).toMatchObject({
      lesson: { id: 'boats-1' },
      isComing: true,
    });
  });

  test('is the catalogue’s first lesson as a placeholder while the course is being fetched', () => {
    const { keptAt: _, ...coming } = boats;
    expect(findContinue(['boats'], dashboard([], []), [coming])).toMatchObject({
      course: { id: 'boats' },
      lesson: { id: 'boats-1' },
      number: 1,
      total: 2,
      isComing: true,
    });
    expect(findContinue(['boats'], dashboard([], []))).toBeNull();
  });

  test('prefers a course on this device to one that is being fetched', () => {
    const { keptAt: _, ...coming } = boats;
    const facts = findContinue(['boats', 'shops'], dashboard([stopped('boats-1', 9, 9)], [shops]), [coming]);
    expect(facts).toMatchObject({ course: { id: 'shops' }, isComing: false });
  });

  test('is never from a course that is not, or no longer, the learner’s', () => {
    expect(findContinue([], dashboard([stopped('boats-1', 1, 9)]))).toBeNull();
  });
});

describe('course cards', () => {
  test('begin with the newest unlocked course, with their progress', () => {
    const cards = listCards(['shops', 'boats'], [], { ...dashboard([completed('shops-1', 1)]), onDevice });
    expect(cards.map((card) => card.courseId)).toEqual(['boats', 'shops']);
    expect(cards[1]).toMatchObject({ completed: 1, total: 2, percent: 50, finishedAt: null });
  });

  test('say when the last lesson was completed', () => {
    const progress = [completed('shops-1', 9), completed('shops-2', 3)];
    const [card] = listCards(['shops'], [], { ...dashboard(progress), onDevice });
    expect(card?.finishedAt).toBe(at(9));
  });

  test('count the lessons that work offline, of all courses, once the device was read', () => {
    const inland = offlineCourse('inland', [lesson('shops-1')]);
    const all = { ...dashboard([], [boats, shops, inland]), onDevice };
    expect(countLessonsOffline(listCards(['boats', 'shops', 'inland'], [], all))).toEqual({
      ready: 4,
      lessons: 5,
    });
    expect(countLessonsOffline(listCards(['inland'], [], { ...all, onDevice: null }))).toBeNull();
  });

  test('show a course that is not on this device from the catalogue, or without a title', () => {
    const cards = listCards(['new', 'hidden'], [catalogueCourse('new')], { ...dashboard([], []), onDevice });
    expect(cards.map((card) => [card.title, card.isDownloaded])).toEqual([
      ['Your course', false],
      ['Title of new', false],
    ]);
  });
});

test('recommended courses are the first published ones without an entered code', () => {
  const catalogue = ['one', 'two', 'three', 'four'].map((id) => catalogueCourse(id));
  const hidden = catalogueCourse('hidden', 'unpublished');
  const recommended = listRecommended([hidden, ...catalogue], new Set(['two']), 2);
  expect(recommended.map((course) => course.id)).toEqual(['one', 'three']);
});
