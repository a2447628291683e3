import { expect, type Locator, type Page } from '@playwright/test';
import type { CarrelServer } from '../world/carrel-server.ts';

export const COURSE = '/admin/courses/course-1';
export const FIRST_LESSON = 'course-1-lesson-01';

export const courseTitle = (page: Page): Locator => page.getByLabel('Title', { exact: true });
export const lessonText = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Content', exact: true });

/** Opens the first lesson of the course. */
export async function openFirstLesson(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 4 }).first().getByRole('button').click();
  await expect(page.getByLabel('Lesson title')).toBeVisible();
}

export const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save Course' }).click();

/** Fills in and confirms an open dialog. */
export async function confirm(page: Page, sentence: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(sentence);
  await dialog.getByRole('button', { name: action }).click();
}

/** The titles of the modules and their lessons, numbered as on the page. */
export const outlineOnScreen = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('heading', { name: /^\d+ · / })
    .allTextContents();

/** The same titles on the server. */
export function outlineIn(server: CarrelServer, courseId = 'course-1'): string[] {
  const inOrder = <Row extends { title: string }>(rows: readonly Row[]) =>
    rows.map((row, at) => ({ ...row, line: `${at + 1} ·${row.title}` }));
  const modules = server.query<{ id: string; title: string }>(
    'select id, title from modules where courseId = ? order by position, id',
    courseId,
  );
  return inOrder(modules).flatMap(({ id, line }) => {
    const lessons = server.query<{ title: string }>(
      'select title from lessons where moduleId = ? order by position, id',
      id,
    );
    return [line, ...inOrder(lessons).map((lesson) => lesson.line)];
  });
}

/** One lesson as stored on the server. */
export function lessonIn(server: CarrelServer, lessonId = FIRST_LESSON) {
  const [lesson] = server.query<{ title: string; duration: number; version: number; content: string }>(
    'select title, duration, version, content from lessons join lessonContents on lessonId = id where id = ?',
    lessonId,
  );
  return lesson;
}

/** The idempotency keys of all commands that the server has applied, each once. */
export const receiptsIn = (server: CarrelServer): string[] =>
  server.query<{ key: string }>('select key from receipts order by key').map(({ key }) => key);
