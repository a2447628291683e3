import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeZip } from '../admin/write-zip.ts';
import { createRandom } from '../sync/testing/random.ts';
import { adminLogIn } from '../world/admin.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { test } from '../world/world.ts';
import { untilProtected } from './until-protected.ts';

/** `KILLS=50` is a long run. */
const KILLS = Number(process.env.KILLS ?? 6);
/** An import of this size is stored in some tenths of a second: the kill occurs before, during or after it. */
const KILL_WITHIN_MS = 800;
const LESSONS = 120;
const PER_MODULE = 20;

/** A folder of Markdown, packed. The first lesson of each module has a document. */
async function writeCourse(): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'carrel-killed-')), 'tides.zip');
  const lessons = Array.from({ length: LESSONS }, (_, at) => [
    `module-${Math.floor(at / PER_MODULE)}/lesson-${at}.md`,
    `# Lesson ${at}\n\nThe text of lesson ${at}.${at % PER_MODULE === 0 ? ' [A paper](../paper.pdf)' : ''}`,
  ]);
  await writeZip(path, { ...Object.fromEntries(lessons), 'paper.pdf': '%PDF-1.4\n%%EOF' });
  return path;
}

/** Imports the course until it is confirmed or the kill is due. Returns whether it was confirmed. */
async function importUntil(page: Page, title: string, killAfterMs: number): Promise<boolean> {
  await page.getByLabel('Title').fill(title);
  const confirmed = (async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('is saved on this device').waitFor();
    return true;
  })();
  // An error caused by the kill is no failure.
  confirmed.catch(() => undefined);
  const due = new Promise<false>((resolve) => setTimeout(() => resolve(false), killAfterMs));
  return Promise.race([confirmed, due]);
}

/** How many lessons and documents each course of this title has. */
function coursesOf(server: CarrelServer, title: string) {
  return server.query<{ lessons: number; files: number }>(
    `select count(distinct l.id) as lessons, count(r.fileId) as files
     from courses c left join modules m on m.courseId = c.id left join lessons l on l.moduleId = m.id
     left join resources r on r.lessonId = l.id where c.title = ? group by c.id`,
    title,
  );
}

test(`Of ${KILLS} imports that were killed, each is on the server once and whole, or not at all`, async ({
  server,
  killableDevice: device,
}) => {
  test.setTimeout(KILLS * 60_000);
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
  process.stdout.write(`Kills of imports: SEED=${seed}\n`);
  const random = createRandom(seed);
  const path = await writeCourse();
  const confirmed = new Set<string>();
  let page = await device.open();
  await adminLogIn(page, server.url, '/admin/import');
  for (let round = 1; round <= KILLS; round += 1) {
    const title = `Tides ${round}`;
    await page.getByLabel('Course file').setInputFiles(path);
    await expect(page.getByText(`${LESSONS} lessons`)).toBeVisible();
    if (await importUntil(page, title, random.below(KILL_WITHIN_MS))) confirmed.add(title);
    await device.kill();
    const killedAt = Date.now();
    page = await device.open();
    await page.goto(`${server.url}/admin/import`);
    await untilProtected(page, killedAt);
  }

  await page.goto(`${server.url}/sync`);
  await expect(page.getByText('No edits are waiting.')).toBeVisible({ timeout: 120_000 });
  for (let round = 1; round <= KILLS; round += 1) {
    const title = `Tides ${round}`;
    const found = coursesOf(server, title);
    if (confirmed.has(title)) expect(found, title).toHaveLength(1);
    expect(found.length, title).toBeLessThanOrEqual(1);
    for (const course of found)
      expect(course, title).toEqual({ lessons: LESSONS, files: LESSONS / PER_MODULE });
  }
});
