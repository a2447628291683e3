import type { Page } from '@playwright/test';
import { signUpWithCourse } from '../world/learner.ts';

/** A learner with course-1 on the device. */
export async function unlockCourse(page: Page, origin: string, code: string): Promise<void> {
  await signUpWithCourse(page, origin, { code });
}

export async function openLesson(page: Page, origin: string, number: number): Promise<void> {
  const lessonId = `course-1-lesson-${String(number).padStart(2, '0')}`;
  await page.goto(`${origin}/courses/course-1/learn?lesson=${lessonId}`);
  await page.getByText(`Lesson ${number} ·`).waitFor();
}

interface RowChange {
  readonly table: 'lessons' | 'lessonContents';
  readonly key: string;
  readonly fields: Readonly<Record<string, string | null>>;
}

/** Changes a stored row bypassing the app, as an older version or a user with devtools could. */
export async function changeRow(page: Page, change: RowChange): Promise<void> {
  await page.evaluate(async ({ table, key, fields }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('carrel-user-'))?.name ?? '';
    const db = await done(indexedDB.open(name));
    const rows = db.transaction(table, 'readwrite').objectStore(table);
    const row: unknown = await done(rows.get(key));
    await done(rows.put(Object.assign({}, row, fields)));
    db.close();
  }, change);
}
