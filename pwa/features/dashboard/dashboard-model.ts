import {
  canStudyOffline,
  checkOfflineReadiness,
  type OfflineReadiness,
  type OnDevice,
} from '#pwa/downloads/readiness/offline-readiness.ts';
import type { OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import { type CourseTest, stateByLesson, type TestState } from '#pwa/sync/quizzes/course-tests.ts';
import type { Course } from '#schema/courses/course.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { findActivity, orderCourses } from '#schema/learning/course-order.ts';
import { type LessonProgress, percentComplete } from '#schema/learning/progress.ts';
import { countCompleted, findFinish, findResumeLesson } from '#schema/learning/resume.ts';

/** The learner's stored data that the dashboard shows. */
export interface DashboardModel {
  readonly offlineCourses: readonly OfflineCourse[];
  readonly progress: readonly LessonProgress[];
  /** Of the courses on the device. */
  readonly tests: readonly CourseTest[];
}

/** The data of a course card. */
export interface CourseCardFacts {
  readonly courseId: string;
  readonly title: string;
  readonly thumbnail: string | null;
  readonly isDownloaded: boolean;
  /** Its offline readiness; null if the course is not on the device, or while this is read. */
  readonly readiness: OfflineReadiness | null;
  readonly completed: number;
  readonly total: number;
  readonly percent: number;
  /** When the course was finished; null while a lesson is open. */
  readonly finishedAt: string | null;
  /** A test was handed in and has no score yet. */
  readonly isScoreWaiting: boolean;
}

/** The lesson to continue, over all courses. */
export interface ContinueFacts {
  readonly course: Pick<Course, 'id' | 'title' | 'thumbnail'>;
  readonly lesson: Pick<OfflineLesson, 'id' | 'title'>;
  readonly number: number;
  readonly total: number;
  readonly percent: number;
  /** The position in the video in seconds; null if there is none or it was not started. */
  readonly stoppedAt: number | null;
  readonly hasBegun: boolean;
  /** The required test that completes it. */
  readonly test: TestState | null;
  /** Whether the course is being fetched: the card is a placeholder that cannot be opened yet. */
  readonly isComing: boolean;
}

type Outline = OfflineCourse | Course;

/** The learner's courses, in the order of `orderCourses`. */
export function listCards(
  activatedIds: readonly string[],
  catalogue: readonly Course[],
  dashboard: DashboardModel & { readonly onDevice: OnDevice | null },
): CourseCardFacts[] {
  const courses = activatedIds.map((courseId) => {
    const offlineCourse = dashboard.offlineCourses.find((course) => course.id === courseId);
    const known = offlineCourse ?? catalogue.find((course) => course.id === courseId);
    return { courseId, offlineCourse, known, lessonIds: known === undefined ? [] : lessonIdsOf(known) };
  });
  return orderCourses(courses, dashboard.progress).map(({ courseId, offlineCourse, known, lessonIds }) => {
    const completed = countCompleted(lessonIds, dashboard.progress);
    const readiness =
      offlineCourse === undefined || dashboard.onDevice === null
        ? null
        : checkOfflineReadiness(offlineCourse, dashboard.onDevice);
    return {
      courseId,
      title: known?.title ?? 'Your course',
      thumbnail: known?.thumbnail ?? null,
      isDownloaded: offlineCourse !== undefined,
      readiness,
      completed,
      total: lessonIds.length,
      percent: percentComplete(completed, lessonIds.length),
      finishedAt: findFinish(lessonIds, dashboard.progress),
      isScoreWaiting: dashboard.tests.some((test) => test.courseId === courseId && test.state === 'waiting'),
    };
  });
}

/** How many lessons of all courses work offline. */
export interface LessonsOffline {
  readonly ready: number;
  readonly lessons: number;
}

/** Counts the lessons that work offline; null while this is read. */
export function countLessonsOffline(cards: readonly CourseCardFacts[]): LessonsOffline | null {
  if (cards.some(({ isDownloaded, readiness }) => isDownloaded && readiness === null)) return null;
  const ready = cards.map(({ readiness }) =>
    readiness !== null && canStudyOffline(readiness.app) ? readiness.ready : 0,
  );
  return {
    ready: ready.reduce((sum, count) => sum + count, 0),
    lessons: cards.reduce((sum, { total }) => sum + total, 0),
  };
}

/**
 * Finds the lesson to continue: in the first course of `orderCourses` that has open lessons; null if there is nothing
 * (left) to study on this device.
 *
 * @param coming activated courses that are being fetched; an opened one is used only while no course on this device is
 * open
 */
export function findContinue(
  activatedIds: readonly string[],
  dashboard: DashboardModel,
  coming: readonly Course[] = [],
): ContinueFacts | null {
  const { progress, tests } = dashboard;
  const listOpen = (courses: readonly Outline[], isComing: boolean) =>
    courses
      .map((course) => ({ course, isComing, lessonIds: lessonIdsOf(course) }))
      .filter(({ lessonIds }) => countCompleted(lessonIds, progress) < lessonIds.length);
  const here = listOpen(dashboard.offlineCourses, false);
  const away = listOpen(coming, true).filter(
    (course) => here.length === 0 || findActivity(course, progress) === null,
  );
  const open = activatedIds.flatMap((id) => [...here, ...away].filter(({ course }) => course.id === id));
  const [first] = orderCourses(open, progress);
  if (first === undefined) return null;
  const facts = continueIn(first.course, { progress, tests });
  return facts === null ? null : { ...facts, isComing: first.isComing };
}

function continueIn(
  course: Outline,
  { progress, tests }: Pick<DashboardModel, 'progress' | 'tests'>,
): Omit<ContinueFacts, 'isComing'> | null {
  const ids = lessonIdsOf(course);
  const states = stateByLesson(tests.filter(({ isRequired }) => isRequired));
  const lessonId = resumeIn(ids, progress, states);
  const lessons: readonly PlayableLesson[] = course.modules.flatMap((module) => [...module.lessons]);
  const lesson = lessons.find((each) => each.id === lessonId);
  if (lesson === undefined) return null;
  return {
    course,
    lesson,
    number: ids.indexOf(lesson.id) + 1,
    total: ids.length,
    percent: percentComplete(countCompleted(ids, progress), ids.length),
    stoppedAt: findStop(lesson, progress),
    hasBegun: findActivity({ lessonIds: ids }, progress) !== null,
    test: states.get(lesson.id) ?? null,
  };
}

/** While the score of its test waits, there is nothing to do in a lesson: the next open one is continued. */
function resumeIn(
  ids: readonly string[],
  progress: readonly LessonProgress[],
  states: ReadonlyMap<string, TestState>,
): string | null {
  const lessonId = findResumeLesson(ids, progress);
  if (lessonId === null || states.get(lessonId) !== 'waiting') return lessonId;
  const isOpen = (id: string) => states.get(id) !== 'waiting' && countCompleted([id], progress) === 0;
  return ids.slice(ids.indexOf(lessonId)).find(isOpen) ?? ids.find(isOpen) ?? lessonId;
}

/** A lesson of the catalogue has no video URL. */
type PlayableLesson = Pick<OfflineLesson, 'id' | 'title'> & Partial<Pick<OfflineLesson, 'videoUrl'>>;

/** A position is meaningful only in a video, and not within the first seconds. */
function findStop(lesson: PlayableLesson, progress: readonly LessonProgress[]): number | null {
  if (parseVideoUrl(lesson.videoUrl ?? null).kind !== 'file') return null;
  const seconds = progress.find((row) => row.lessonId === lesson.id)?.positionSeconds ?? 0;
  return seconds >= 5 ? seconds : null;
}

/** Published courses for which the learner has no access and no pending code, in catalogue order. */
export function listRecommended(
  catalogue: readonly Course[],
  takenIds: ReadonlySet<string>,
  max: number,
): Course[] {
  return catalogue
    .filter((course) => course.status === 'published' && !takenIds.has(course.id))
    .slice(0, max);
}

function lessonIdsOf(course: { modules: readonly { lessons: readonly { id: string }[] }[] }): string[] {
  return course.modules.flatMap((module) => module.lessons.map((lesson) => lesson.id));
}
