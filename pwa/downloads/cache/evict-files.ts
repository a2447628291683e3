import { listProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listPlans } from '#pwa/store/offline/download-plans.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { findLatestProgress, lastActivityAt } from '#schema/learning/resume.ts';
import { CachedFile } from './media-cache.ts';
import { cancelAndRun } from './media-lock.ts';

/** A course with downloaded files. */
export interface CourseWithFiles {
  readonly courseId: string;
  readonly title: string;
  readonly bytes: number;
}

/** Returns the courses whose files could be evicted, the least recently used first. */
export async function listByLastUse(store: PrivateStore): Promise<CourseWithFiles[]> {
  const [courses, progress, plans, downloads] = await Promise.all([
    listOfflineCourses(store),
    listProgress(store),
    listPlans(store),
    listDownloads(store),
  ]);
  const chosenAt = new Map(plans.map(({ courseId, updatedAt }) => [courseId, updatedAt]));
  return courses
    .map((course) => {
      const lastProgress = findLatestProgress(
        flattenLessons(course).map(({ id }) => id),
        progress,
      );
      const usedAt = lastProgress === null ? null : lastActivityAt(lastProgress);
      const rows = downloads.filter(({ courseId }) => courseId === course.id);
      return {
        courseId: course.id,
        title: course.title,
        bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0),
        // A learner who downloads files in advance has not opened the course yet.
        lastUse: Math.max(timeOf(usedAt), timeOf(chosenAt.get(course.id) ?? null)),
      };
    })
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => a.lastUse - b.lastUse)
    .map(({ lastUse: _, ...course }) => course);
}

/**
 * Removes the files of a course without writing to the store, because a full disk accepts no write: the next
 * reconciliation updates the rows.
 */
export async function evictFiles(store: PrivateStore, courseId: string): Promise<void> {
  const rows = (await listDownloads(store)).filter((row) => row.courseId === courseId);
  await cancelAndRun(store.userId, async () => {
    for (const { fileId } of rows) await new CachedFile(store.userId, fileId).remove();
  });
}

type Row = Awaited<ReturnType<typeof listDownloads>>[number];

function bytesHere({ state, sizeBytes, receivedBytes }: Row): number {
  return state === 'kept' ? sizeBytes : (receivedBytes ?? 0);
}

function timeOf(at: string | null): number {
  return at === null ? 0 : Date.parse(at);
}
