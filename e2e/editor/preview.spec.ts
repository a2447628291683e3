import { expect, type Locator, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const COURSE = '/admin/courses/course-1';
const preview = (page: Page) => page.getByRole('dialog', { name: 'Keeping things working offline' });
const button = (page: Page, name: string) => preview(page).getByRole('button', { name });

async function openPreview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByText('PREVIEW MODE')).toBeVisible();
}

test('The preview shows the course as learners will see it, with unsaved changes', {
  tag: '@journey',
}, async ({ server, device }) => {
  server.change(
    "update courses set title = 'Keeping things working offline', instructor = 'Ida Lund' where id = 'course-1'",
  );
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  const dialog = preview(page);
  await expect(dialog.getByText('Instructor: Ida Lund')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Course Content' })).toBeVisible();
  const lessons = server.query<{ title: string; duration: number; description: string }>(
    "select l.title, l.duration, l.description from lessons l join modules m on m.id = l.moduleId where m.courseId = 'course-1' order by m.position, l.position",
  );
  const [first, second] = lessons;
  await expect(dialog.getByRole('complementary').getByRole('button')).toHaveCount(lessons.length);
  await expect(dialog.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  await expect(dialog.getByRole('article')).toContainText(`${first?.duration} min`);
  await expect(dialog.getByRole('article')).toContainText(first?.description ?? '');
  await expect(dialog.locator('video')).toHaveAttribute('src', /^\/media\//);
  await expect(dialog.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(button(page, 'Previous Lesson')).toBeDisabled();
  await button(page, 'Next Lesson').click();
  await expect(dialog.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(
    second?.title ?? '',
  );
  await button(page, 'Previous Lesson').click();
  await expect(dialog.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
});

test('On a phone the lessons are in a drawer, and the focus stays in the preview', async ({
  server,
  device,
}) => {
  server.change("update courses set title = 'Keeping things working offline' where id = 'course-1'");
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 800 });
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  const drawer = page.getByRole('dialog', { name: 'Course content' });
  await button(page, 'Course content').click();
  await drawer.getByRole('button', { name: 'Latency you can feel' }).click();
  await expect(drawer).toBeHidden();
  await expect(preview(page).getByRole('article').getByRole('heading', { level: 1 })).toHaveText(
    'Latency you can feel',
  );
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (let times = 0; times < 12; times += 1) {
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('Escape closes the settings and the list in the preview before the preview itself', async ({
  server,
  device,
}) => {
  server.change("update courses set title = 'Keeping things working offline' where id = 'course-1'");
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  await button(page, 'Reading settings').click();
  await preview(page).getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(preview(page).getByRole('radio')).toHaveCount(0);

  await preview(page).getByRole('tab', { name: 'Phone' }).click();
  const phone = page.frameLocator('iframe[title="Preview on a phone"]');
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'dark');
  const drawer = phone.getByRole('dialog', { name: 'Course content' });
  await phone.getByRole('button', { name: 'Course content' }).click();
  await drawer.getByRole('button', { name: 'Latency you can feel' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Latency you can feel' })).toBeVisible();
  await phone.getByRole('button', { name: 'Course content' }).click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(preview(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview(page)).toHaveCount(0);
});

/** Lists why a button does not fit: its box leaves the page, or is lower than 44 px. */
const findFaults = (button: Locator, width: number): Promise<string[]> =>
  button.evaluate((element, right) => {
    const box = element.getBoundingClientRect();
    const isInside = box.left >= 0 && box.right <= right;
    return [
      ...(isInside ? [] : [`from ${box.left} to ${box.right} px`]),
      ...(box.height >= 44 ? [] : [`${box.height} px high`]),
    ];
  }, width);

test('Users can close and page the preview with a long title on every phone, also with text at 200 %', async ({
  server,
  device,
}) => {
  server.change(
    "update courses set title = ? where id = 'course-1'",
    'Keeping things working offline '.repeat(4),
  );
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  for (const width of [390, 320]) {
    for (const text of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text);
      for (const name of ['Close preview', 'Course content', 'Previous Lesson', 'Next Lesson']) {
        const target = page.getByRole('dialog').getByRole('button', { name, exact: true });
        await target.scrollIntoViewIfNeeded();
        const where = `${name} at ${width} px with text at ${text}`;
        await expect.soft.poll(() => findFaults(target, width), where).toEqual([]);
      }
    }
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Close preview' }).click();
  await expect(page.getByText('PREVIEW MODE')).toHaveCount(0);
});

test('The preview includes the last typed letter, also offline', async ({ server, device }) => {
  server.change("update courses set title = 'Keeping things working offline' where id = 'course-1'");
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '· Where the signal goes' }).click();
  await page.getByRole('textbox', { name: 'Content', exact: true }).locator('p').first().click();
  await page.keyboard.press('End');
  await device.context.setOffline(true);
  await page.keyboard.type(' Typed on a jetty.');
  await openPreview(page);
  await expect(preview(page).getByRole('article')).toContainText('Typed on a jetty.');
  await button(page, 'Next Lesson').click();
  await expect(preview(page).getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
});

test('A module without lessons can be previewed and says that there is nothing to see yet', async ({
  server,
  device,
}) => {
  server.change("delete from lessons where moduleId in (select id from modules where courseId = 'course-1')");
  server.change("update courses set title = 'Keeping things working offline' where id = 'course-1'");
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await openPreview(page);
  await expect(preview(page).getByRole('heading', { name: 'No Lessons Available' })).toBeVisible();
});
