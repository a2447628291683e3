import { expect } from '@playwright/test';
import { editElsewhere } from '../world/admin.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { test } from '../world/world.ts';

const OFFER = /offline/;

test('A course with text only works offline and offers no download, until a lesson gains a video', async ({
  server,
  networkProxy,
  device,
}) => {
  server.change(
    `update lessons set videoFileId = null, videoUrl = null where moduleId in (select id from modules where courseId = 'course-2')`,
  );
  server.change(
    `delete from resources where lessonId in
       (select id from lessons where moduleId in (select id from modules where courseId = 'course-2'))`,
  );
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const [code = ''] = server.codes('course-2');
  await signUpWithCourse(page, networkProxy.url, { courseId: 'course-2', code });

  const card = page.getByRole('listitem').filter({ hasText: 'Numbers for small shops' }).first();
  await expect(card.getByText('Works offline', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: OFFER })).toHaveCount(0);

  await page.goto(`${networkProxy.url}/storage`);
  const stored = page.getByRole('article', { name: 'Numbers for small shops' });
  await expect(stored.getByText('Works offline', { exact: true })).toBeVisible();
  await expect(stored.getByRole('button', { name: /Download|Keep/ })).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(`${networkProxy.url}/courses/course-2/learn`);
  const contents = page.getByRole('complementary', { name: 'Course content' });
  await expect(contents.getByText('Works offline', { exact: true })).toBeVisible();
  await expect(contents.getByRole('button', { name: OFFER })).toHaveCount(0);

  const [other] = server.query<{ videoFileId: string }>(
    `select videoFileId from lessons where videoFileId is not null limit 1`,
  );
  const [lesson] = server.query<{ id: string }>(
    `select lessons.id from lessons join modules on modules.id = moduleId where courseId = 'course-2' limit 1`,
  );
  await editElsewhere(server.url, `/api/admin/lessons/${lesson?.id}`, {
    body: { videoUrl: `/media/${other?.videoFileId}` },
  });
  await expect(contents.getByRole('button', { name: OFFER })).toBeVisible();
});
