import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { sanitizeLessonHtml } from '../../sync-server/courses/lesson-html.ts';
import { test } from '../world/world.ts';
import { TextPage } from './text-page.ts';
import '../../pwa/testing/text-page/window.ts';

const SEED = fileURLToPath(new URL('../../sync-server/seed/courses', import.meta.url));

let site: TextPage;
test.beforeAll(async () => {
  site = await TextPage.start();
});
test.afterAll(async () => {
  await site.close();
});

/** The lessons of the demo courses as the server stores them. */
async function seedLessons(): Promise<{ name: string; html: string }[]> {
  const names = (await readdir(SEED, { recursive: true })).filter((name) => name.endsWith('.html'));
  return Promise.all(
    names.sort().map(async (name) => {
      const source = await readFile(join(SEED, name), 'utf8');
      const html = source.replace(/src="figures\/[^"]+"/g, 'src="data:image/svg+xml,%3Csvg/%3E"');
      return { name, html: sanitizeLessonHtml(html) };
    }),
  );
}

const open = (page: Page, html: string) => page.evaluate((text) => window.textPage.open(text), html);
const told = (page: Page) =>
  page.evaluate(() => {
    window.textPage.flush();
    return window.textPage.told;
  });
const read = (page: Page, html: string) => page.evaluate((text) => window.textPage.read(text), html);
const richText = (page: Page) => page.getByRole('textbox', { name: 'Content', exact: true });

test('every demo lesson opens as rich text, and a typed letter changes one byte', async ({ device }) => {
  const page = await device.open();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') refused.push(message.text());
  });
  await page.goto(site.url);
  for (const { name, html } of await seedLessons()) {
    await open(page, html);
    await expect(richText(page), name).toBeVisible();
    const { unknown, written } = await read(page, html);
    expect({ name, unknown }).toEqual({ name, unknown: [] });
    // What a block would be written as when it is edited is what it was.
    const changed = written.filter(
      (block) => block.html !== block.source.replaceAll(' />', '>').replaceAll('&quot;', '"'),
    );
    expect(changed).toEqual([]);
    console.log(name, JSON.stringify(changed).slice(0, 600), (await told(page)).length);
  }
  expect(refused).toEqual([]);
});
