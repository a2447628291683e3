import { expect, type Page } from '@playwright/test';
import { deleteElsewhere, editElsewhere } from '../world/admin.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { test } from '../world/world.ts';

const COURSE = 'Offline-first web apps';
const VIDEO_LESSON = 'course-1-lesson-04';

/** The video of a lesson, according to the server. */
function videoFileOf(server: CarrelServer, lessonId: string): string {
  const [row] = server.query<{ videoFileId: string }>(
    'select videoFileId from lessons where id = ?',
    lessonId,
  );
  return row?.videoFileId ?? '';
}

/** Removes a file from the media cache bypassing the app, as a browser's eviction may. */
async function evict(page: Page, fileId: string): Promise<void> {
  const removed = await page.evaluate(async (wanted) => {
    const name = (await caches.keys()).find((one) => one.startsWith('carrel-media-')) ?? '';
    const cache = await caches.open(name);
    const keys = (await cache.keys()).filter(({ url }) => url.includes(wanted));
    await Promise.all(keys.map((key) => cache.delete(key)));
    return keys.length;
  }, fileId);
  expect(removed).toBeGreaterThan(0);
}

/** The dashboard’s card of the course. */
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: COURSE });

test('Offline readiness follows the stored bytes, changed files are named and downloaded alone, and one tap frees space', async ({
  server,
  networkProxy,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const video = videoFileOf(server, VIDEO_LESSON);
  const page = await device.open();
  await signUpWithCourse(page, networkProxy.url, { code });

  // Without it a missing file is downloaded automatically, and there is no button to tap.
  await page.goto(`${networkProxy.url}/storage`);
  await page.getByLabel(/^Save data/).check();
  networkProxy.cut();
  await evict(page, video);
  await page.goto(`${networkProxy.url}/dashboard`);
  await card(page)
    .getByRole('button', { name: /^11 of 12 lessons work offline/ })
    .click();
  const panel = page.getByRole('dialog', { name: 'Downloads' });
  await expect(panel).toContainText('Reading a tide table: its video (621 kB) is not downloaded.');
  await expect(panel).toContainText('Connect to download this.');
  await page.goto(`${networkProxy.url}/courses/course-1/learn?lesson=${VIDEO_LESSON}`);
  await expect(page.getByRole('banner').getByText('11 of 12 offline')).toBeVisible();
  await expect(page.getByText('This video is not downloaded')).toBeVisible();

  networkProxy.reconnect();
  await page.goto(`${networkProxy.url}/dashboard`);
  await card(page)
    .getByRole('button', { name: /^11 of 12 lessons work offline/ })
    .click();
  await panel.getByRole('button', { name: 'Download the video (621 kB)' }).click();
  await expect(panel.getByText('Works offline', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page).getByText('Works offline', { exact: true })).toBeVisible();

  // The course is edited meanwhile; one lesson gets a video of another course.
  const other = server.query<{ videoFileId: string }>(
    `select videoFileId from lessons join modules on modules.id = lessons.moduleId
     where modules.courseId = 'course-3' and videoFileId is not null`,
  );
  const newVideo = other[0]?.videoFileId ?? '';
  networkProxy.delivered.length = 0;
  const content = `<p>${'Low water at noon. '.repeat(200)}</p>`;
  await editElsewhere(server.url, '/api/admin/lessons/course-1-lesson-02', { body: { content } });
  await editElsewhere(server.url, '/api/admin/lessons/course-1-lesson-05', {
    body: { videoUrl: `/media/${newVideo}` },
  });
  const note = page.getByRole('status').filter({ hasText: 'changed since your download' });
  await expect(note).toContainText(`${COURSE}: 2 lessons changed since your download`);
  await expect(note).toContainText('“Latency you can feel”');
  await expect(note).toContainText('(4 kB) is downloaded.');
  await expect(note).toContainText(/1 new video \(\d+ kB\) is downloaded\./);
  await expect(card(page).getByText('Works offline', { exact: true })).toBeVisible();
  const fetched = networkProxy.delivered.filter((line) => /^GET \/media\/[0-9a-f]{32}|\/content$/.test(line));
  expect([...new Set(fetched.map((line) => /[0-9a-f]{32}|content/.exec(line)?.[0]))]).toEqual([newVideo]);
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Storage' }).click();
  const stored = page.getByRole('article', { name: COURSE });
  await expect(stored).toContainText(/Videos: 2\.\d MB \((\d) of \1 downloaded\)/);
  await page.getByRole('button', { name: 'Check files' }).click();
  await expect(page.getByText(/^All files are intact/)).toBeVisible();
  await stored.getByRole('button', { name: 'Remove videos' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove 2\.\d MB/ })
    .click();
  await expect(page.getByText(/^2\.\d MB freed/)).toBeVisible();
  await expect(stored).toContainText(/Videos: 0 bytes \(0 of \d downloaded\)/);
  await expect(stored).toContainText('8 of 12 lessons work offline');
  await expect(stored.getByRole('button', { name: /^Download the files \(2\.\d MB\)/ })).toBeVisible();

  await deleteElsewhere(server, 'course-1');
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.getByText(`“${COURSE}” was deleted`)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
