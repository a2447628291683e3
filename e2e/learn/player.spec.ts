import { expect, type Page } from '@playwright/test';
import { axeFindings } from '../world/axe.ts';
import { readTable } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { changeRow, openLesson, unlockCourse } from './study.ts';

const videoIn = (page: Page) => page.locator('video');
const at = (page: Page) => videoIn(page).evaluate((video: HTMLVideoElement) => Math.round(video.currentTime));
const speedOf = (page: Page) => videoIn(page).evaluate((video: HTMLVideoElement) => video.playbackRate);
const isPaused = (page: Page) => videoIn(page).evaluate((video: HTMLVideoElement) => video.paused);

async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  await videoIn(page).evaluate((video: HTMLVideoElement) => {
    video.muted = true;
  });
}

/** Presses a key and waits for the expected position of the video. */
async function press(page: Page, key: string, second: number): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => at(page)).toBe(second);
}

test('Learners can control a downloaded video by keys, keep its speed and see captions, all offline', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await server.stop();
  await openLesson(page, server.url, 4);
  await untilReady(page);
  const player = page.getByRole('region', { name: 'Video player' });
  expect(await axeFindings(page)).toEqual([]);

  await test.step('Keys have no effect before the player has the focus, and control it afterwards', async () => {
    await page.keyboard.press('l');
    expect(await at(page)).toBe(0);
    await player.getByRole('slider', { name: 'Video position' }).focus();
    await press(page, 'l', 10);
    await press(page, 'ArrowRight', 15);
    await press(page, 'ArrowLeft', 10);
    await press(page, 'j', 0);
    await press(page, 'ArrowLeft', 0);
    await press(page, 'l', 10);
    await expect(player.getByRole('slider', { name: 'Video position' })).toHaveAttribute(
      'aria-valuetext',
      '10 seconds of 57 seconds',
    );
    await page.keyboard.press('m');
    await expect(player.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();
    await page.keyboard.press('m');
    await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await page.keyboard.press('k');
    await expect.poll(() => isPaused(page)).toBe(false);
    await page.keyboard.press(' ');
    await expect.poll(() => isPaused(page)).toBe(true);
  });

  await test.step('Captions load from this device and change with the video', async () => {
    await player.getByRole('slider', { name: 'Video position' }).focus();
    await page.keyboard.press('c');
    await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true');
    expect(await page.locator('track').getAttribute('src')).toMatch(/^\/__media\//);
    await videoIn(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 5;
    });
    await expect(player.getByText('A harbour keeps a table')).toBeVisible();
    await videoIn(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = 9;
    });
    await expect(player.getByText('High water.')).toBeVisible();
    // Captions shown in the player are not listed as links.
    await expect(page.getByRole('link', { name: /English captions/ })).toHaveCount(0);
  });

  await test.step('Full screen and picture-in-picture are available where the browser supports them', async () => {
    const has = await page.evaluate(() => [document.fullscreenEnabled, document.pictureInPictureEnabled]);
    expect([
      await player.getByRole('button', { name: 'Full screen' }).count(),
      await player.getByRole('button', { name: 'Picture in picture' }).count(),
    ]).toEqual(has.map(Number));
  });

  await test.step('Player settings apply to the next video and the next visit', async () => {
    await page.keyboard.press('>');
    await page.keyboard.press('>');
    await expect.poll(() => speedOf(page)).toBe(1.5);
    await openLesson(page, server.url, 1);
    await untilReady(page);
    await expect(player.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.5');
    expect(await speedOf(page)).toBe(1.5);
    await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('The controls hide while a video plays, but never while they have keyboard focus', async () => {
    const controls = player.getByRole('button', { name: 'Pause' });
    // However long the steps take, it does not end.
    await videoIn(page).evaluate((video: HTMLVideoElement) => {
      video.loop = true;
    });
    await videoIn(page).click();
    await expect(player).toHaveAttribute('data-resting', 'true');
    await expect(controls.locator('../..')).toHaveCSS('opacity', '0');
    await page.keyboard.press('Tab');
    await expect(controls.locator('../..')).toHaveCSS('opacity', '1');
  });
});

test('An embedded video is not offered offline', async ({ server, device }) => {
  const page = await device.open();
  await unlockCourse(page, server.url, server.codes('course-1')[0] ?? '');
  await server.stop();
  const videoUrl = 'https://vimeo.com/76979871';
  await changeRow(page, { table: 'lessons', key: 'course-1-lesson-02', fields: { videoUrl } });
  expect(await readTable(page, 'lessons')).toContain(videoUrl);
  await openLesson(page, server.url, 2);
  await expect(page.getByRole('button', { name: 'Play from Vimeo' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(
    page.getByText('This video is on Vimeo and needs a connection. The lesson text is downloaded.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play from Vimeo' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Play from Vimeo' })).toBeVisible();
});
