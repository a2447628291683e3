import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { openArchive } from '#interchange/archive/open-archive.ts';
import { adminLogIn } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { exportFromWorkspace } from './export-from-workspace.ts';

const TITLE = 'Offline-first web apps';

/** Unpacks an archive into a folder. */
async function unpack(path: string, folder: string): Promise<void> {
  const bytes = readFileSync(path);
  const read = async (offset: number, length: number) =>
    new Uint8Array(bytes.subarray(offset, offset + length));
  for (const { name, readBytes } of await openArchive({ sizeBytes: bytes.length, read })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), await readBytes());
  }
}

/** The errors of a page's console, and its requests for files of other origins. */
function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:file|data):/.test(request.url())) problems.push(request.url());
  });
  return problems;
}

async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
}

test('Learners read an exported site from a disk, with pictures, videos and captions', async ({
  server,
  device,
}) => {
  const admins = await device.open();
  await adminLogIn(admins, server.url);
  const exported = { tab: 'published', title: TITLE, format: 'Website' } as const;
  const { path, name } = await exportFromWorkspace(admins, server.url, exported);
  expect(name).toBe(`${TITLE}.zip`);
  // The app's own page may still send requests while it is left.
  const page = await device.context.newPage();
  const folder = mkdtempSync(join(tmpdir(), 'carrel-site-'));
  try {
    await unpack(path, folder);
    const problems = watchProblems(page);
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(12);

    await page.getByRole('link', { name: 'Where the signal goes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Where the signal goes' })).toBeVisible();
    const picture = page.locator('figure img').first();
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate(({ readyState }: HTMLVideoElement) => readyState))
      .toBeGreaterThan(0);
    const countCues = (element: HTMLVideoElement) => {
      const [track] = element.textTracks;
      if (track === undefined) return 0;
      track.mode = 'showing';
      return track.cues?.length ?? 0;
    };
    await expect.poll(() => video.evaluate(countCues)).toBeGreaterThan(5);
    await page.getByText('Transcript: English captions').click();

    await page.getByRole('link', { name: 'Next Latency you can feel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Latency you can feel' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    await page.getByRole('link', { name: `${TITLE} Contents` }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Contents' })).toBeVisible();
    expect(problems).toEqual([]);

    // Afterwards, because axe itself requests the style sheet, which the policy refuses.
    for (const name of ['index.html', 'lessons/01-01.html', 'lessons/03-01.html']) {
      await page.goto(pathToFileURL(join(folder, name)).href);
      await expectAccessibleInBothSchemes(page);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('Pages of an exported site fit a phone', async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url);
  const exported = { tab: 'published', title: TITLE, format: 'Website' } as const;
  const { path } = await exportFromWorkspace(page, server.url, exported);
  const folder = mkdtempSync(join(tmpdir(), 'carrel-site-'));
  try {
    await unpack(path, folder);
    await page.setViewportSize({ width: 320, height: 700 });
    for (const name of ['index.html', 'lessons/01-01.html', 'lessons/03-01.html']) {
      await page.goto(pathToFileURL(join(folder, name)).href);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
