import { flattenLessons } from '#schema/course.ts';
import { findLastTouched, lastTouchedAt } from '#schema/resume.ts';
import { listPlans } from '../store/download-plans.ts';
import { listDownloads } from '../store/downloads.ts';
import { listKeptCourses } from '../store/kept-courses.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { listProgress } from '../store/progress.ts';
import { Shelf } from './media-cache.ts';
import { callOffAndRun } from './media-lock.ts';

/** A course of which files are here. */
export interface CourseWithFiles {
  readonly courseId: string;
  readonly title: string;
  readonly bytes: number;
}

/** Courses that could give up their files, the one whose learner has done without it for longest first. */
export async function listByLastUse(store: PrivateStore): Promise<CourseWithFiles[]> {
  const [courses, progress, plans, downloads] = await Promise.all([
    listKeptCourses(store),
    listProgress(store),
    listPlans(store),
    listDownloads(store),
  ]);
  const chosenAt = new Map(plans.map(({ courseId, updatedAt }) => [courseId, updatedAt]));
  return courses
    .map((course) => {
      const touched = findLastTouched(
        flattenLessons(course).map(({ id }) => id),
        progress,
      );
      const usedAt = touched === null ? null : lastTouchedAt(touched);
      const rows = downloads.filter(({ courseId }) => courseId === course.id);
      return {
        courseId: course.id,
        title: course.title,
        bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0),
        // Whoever chooses files for a trip has not studied them yet.
        lastUse: Math.max(timeOf(usedAt), timeOf(chosenAt.get(course.id) ?? null)),
      };
    })
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => a.lastUse - b.lastUse)
    .map(({ lastUse: _, ...course }) => course);
}

/**
 * Takes the files of a course off the device and writes nothing, for a full disk takes no note either: the
 * rows are set right by the next look at the bytes.
 */
export async function giveUpFiles(store: PrivateStore, courseId: string): Promise<void> {
  const rows = (await listDownloads(store)).filter((row) => row.courseId === courseId);
  await callOffAndRun(store.userId, async () => {
    for (const { fileId } of rows) await new Shelf(store.userId, fileId).remove();
  });
}

type Row = Awaited<ReturnType<typeof listDownloads>>[number];

function bytesHere({ state, sizeBytes, receivedBytes }: Row): number {
  return state === 'kept' ? sizeBytes : (receivedBytes ?? 0);
}

function timeOf(at: string | null): number {
  return at === null ? 0 : Date.parse(at);
}
