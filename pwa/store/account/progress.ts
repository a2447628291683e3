import type { LessonProgress } from '#schema/learning/progress.ts';
import { read } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';

/** The learner's progress in every lesson, unsent edits included. */
export function listProgress(store: Reader): Promise<LessonProgress[]> {
  return read(store, () => store.progress.toArray());
}

export function findProgress(store: PrivateStore, lessonId: string): Promise<LessonProgress | null> {
  return read(store, async () => (await store.progress.get(lessonId)) ?? null);
}
