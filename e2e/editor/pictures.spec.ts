import { writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { COURSE, lessonIn, lessonText, openFirstLesson, pressSave } from './editor-page.ts';

/** Pastes a screenshot as the system does: a file in the clipboard. */
const pasteScreenshot = (text: Locator, width: number, height: number): Promise<void> =>
  text.evaluate(
    async (target, [w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      for (let y = 0; y < h; y += 40) {
        if (context !== null) context.fillStyle = `hsl(${y % 360} 60% 50%)`;
        context?.fillRect(0, y, w, 20);
      }
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [width, height] as const,
  );

/** Drops a file as a person does, so that the browser opens it unless the page prevents that. */
async function dropFile(page: Page, target: Locator, path: string): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('The target is not shown');
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
}

test('A pasted screenshot is shown to learners offline, and a dropped file never replaces the editor', async ({
  server,
  device,
  otherDevice,
}, info) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, COURSE);
  await openFirstLesson(page);
  await lessonText(page).locator('p').first().click();
  await page.keyboard.press('End');
  await pasteScreenshot(lessonText(page), 3_000, 2_000);
  const picture = lessonText(page).locator('img[src^="data:image/webp"]');
  await expect(picture).toHaveJSProperty('naturalWidth', 1_280);
  await page.getByRole('button', { name: 'Describe it' }).click();
  await page.getByRole('dialog').getByLabel('Description').fill('Bands of colour');
  await page.getByRole('button', { name: 'Save description' }).click();

  const notes = info.outputPath('notes.txt');
  await writeFile(notes, 'Nothing to see');
  await dropFile(page, page.getByLabel('Lesson title'), notes);
  await expect(page.getByText(/^“notes.txt” was not added/)).toBeVisible();
  await dropFile(page, lessonText(page).locator('p').last(), notes);
  await expect(page.getByText(/^“notes.txt” is not a picture/)).toBeVisible();
  expect(page.url()).toBe(server.url + COURSE);

  await pressSave(page);
  await expect.poll(() => lessonIn(server)?.content).toContain('alt="Bands of colour"');

  const learner = await otherDevice.open();
  await signUpWithCourse(learner, server.url, { code: server.codes('course-1')[0] });
  await learner.context().setOffline(true);
  await learner.goto(`${server.url}/courses/course-1/learn`);
  const shown = learner.getByRole('img', { name: 'Bands of colour' });
  await expect(shown).toBeVisible();
  await expect(shown).toHaveJSProperty('naturalWidth', 1_280);
});
