import { expect, type Locator, type Page } from '@playwright/test';
import { SUCCESS_MESSAGE_MS, VIDEO_URL_MESSAGE_MS } from '#schema/limits.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { test } from '../world/world.ts';
import { COURSE, confirm, outlineIn, outlineOnScreen, pressSave, receiptsIn } from './editor-page.ts';
import { CLOCK_STEP_MS, MessageLog } from './message-log.ts';

const courseIn = (server: CarrelServer, id = 'course-1') =>
  server.query<{ title: string; status: string; version: number }>(
    'select title, status, version from courses where id = ?',
    id,
  );
const titlesIn = (server: CarrelServer, table: 'modules' | 'lessons' | 'resources') =>
  server.query<{ title: string }>(`select title from ${table} order by rowid`).map(({ title }) => title);

function expectShownFor(shownMs: number, ms: number): void {
  expect(Math.abs(shownMs - ms), `shown for ${shownMs} ms`).toBeLessThanOrEqual(CLOCK_STEP_MS);
}

test('Admins can create a course once its fields are filled in, and add a module, a lesson and a resource', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.clock.install();
  const messages = await MessageLog.watch(page);
  await adminLogIn(page, server.url, '/admin/workspace');
  await page.getByRole('link', { name: 'New course' }).click();
  await expect(page.getByRole('heading', { name: 'Save Course First' })).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Module', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Please save the course first before adding modules');
  await page.getByLabel('Title', { exact: true }).fill('Knots');
  await pressSave(page);
  await expect(page.getByRole('alert')).toContainText(
    'Please fill in all required fields: title, description, and instructor',
  );
  await page.getByLabel('Instructor').fill('Ida');
  await page.getByLabel('Description', { exact: true }).fill('For people in a hurry');
  await pressSave(page);
  await page.waitForURL(/\/admin\/courses\/[0-9a-f-]{36}$/);
  await messages.untilShown('Course created');
  await expect(page.getByRole('heading', { name: 'No Modules Yet' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No Activation Codes' })).toBeVisible();
  await expect(page.getByText('Supported formats: CSV or TXT with one code per line')).toBeVisible();

  const addModule = () => page.getByRole('button', { name: 'Add first module' }).click();
  expectShownFor(await messages.timeOf('Module added successfully!', addModule), SUCCESS_MESSAGE_MS);
  await page.getByRole('button', { name: 'Add First Lesson' }).click();
  await messages.untilShown('Lesson added successfully!');
  await expect(page.getByLabel('Type')).toHaveValue('video');
  await expect(page.getByLabel('Duration (minutes)')).toHaveValue('0');

  await addLink(page, 'Knot chart', 'https://example.org/knots');
  await messages.untilShown('Resource added successfully!');
  await expect(page.getByRole('link', { name: /View Knot chart/ })).toHaveAttribute(
    'href',
    'https://example.org/knots',
  );
  await page.getByRole('button', { name: 'Delete Knot chart' }).click();
  await confirm(
    page,
    'Are you sure you want to delete this resource? This action cannot be undone.',
    'Delete the resource',
  );
  await messages.untilShown('Resource deleted successfully!');
  expect(titlesIn(server, 'resources')).not.toContain('Knot chart');

  await page.getByLabel('Video URL').fill('https://vimeo.com/123456');
  const enterUrl = () => page.getByLabel('Video URL').press('Enter');
  expectShownFor(await messages.timeOf('Video URL updated successfully!', enterUrl), VIDEO_URL_MESSAGE_MS);
  await page.getByRole('button', { name: 'Mark as Finished' }).click();
  await messages.untilShown('Course marked as finished');
});

test('Typed text survives a closed tab, can be undone and redone, and is saved as one change', {
  tag: '@journey',
}, async ({ server, killableDevice: device }) => {
  let page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Apps for the train');
  await expect(
    page.getByText('You have unsaved changes. Click "Save Course" to save all changes.'),
  ).toBeVisible();
  await untilWritten(page, 'drafts', 'Apps for the train');
  expect(courseIn(server)).toMatchObject([{ title: 'Offline-first web apps' }]);
  await device.kill();

  page = await device.open();
  const messages = await MessageLog.watch(page);
  await page.goto(`${server.url}${COURSE}`);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Apps for the train');
  const restored = page.getByRole('status').filter({ hasText: 'Draft restored from' });
  await restored.getByRole('button', { name: 'Discard' }).click();
  await confirm(page, 'The editor returns to the last saved version.', 'Discard');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Offline-first web apps');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Apps for the train');
  await pressSave(page);
  await messages.untilShown('Course saved');
  expect(courseIn(server)).toMatchObject([{ title: 'Apps for the train', version: 2 }]);
  await page.reload();
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await expect(page.getByText('Draft restored from')).toHaveCount(0);
});

test('Deletes wait for Save Course and can be restored until then; a move is one of the changes', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  const messages = await MessageLog.watch(page);
  await adminLogIn(page, server.url, COURSE);
  const before = titlesIn(server, 'modules');
  const modules = page.getByRole('main').getByRole('heading', { level: 3, name: /^\d · / });
  await expect(modules).toHaveCount(3);
  const names = await modules.allTextContents();
  await page.getByRole('button', { name: 'Delete Module' }).last().click();
  await confirm(
    page,
    'Are you sure you want to delete this module? This action cannot be undone.',
    'Delete the module',
  );
  await messages.untilShown(
    'Module marked for deletion. Changes will be saved when you click "Save Course".',
  );
  await expect(modules).toHaveCount(2);
  expect(titlesIn(server, 'modules')).toEqual(before);
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(modules).toHaveCount(3);

  const up = page.getByRole('button', { name: /^Move up/ });
  const [, second] = await modules.all();
  const title = titleOf(await second?.textContent());
  await page.getByRole('button', { name: `Move up “${title}”` }).press('Enter');
  await expect(page.getByText(`“${title}” moved to position 1 of 3`)).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Move up “${title}”` })).toBeFocused();
  await expect(modules.first()).toContainText(title);
  await expect(up.first()).toHaveAttribute('aria-disabled', 'true');

  const lesson = page.getByRole('main').getByRole('heading', { level: 4 }).first();
  const deletedTitle = titleOf(await lesson.textContent());
  await lesson.getByRole('button').click();
  await page.getByRole('button', { name: 'Delete Lesson' }).click();
  await confirm(
    page,
    'Are you sure you want to delete this lesson? This action cannot be undone.',
    'Delete the lesson',
  );
  await messages.untilShown(
    'Lesson marked for deletion. Changes will be saved when you click "Save Course".',
  );
  await pressSave(page);
  await messages.untilShown('Course saved');
  expect(titlesIn(server, 'lessons')).not.toContain(deletedTitle);
  await page.reload();
  await expect(modules.first()).toContainText(title);
  expect(names[0]).not.toContain(title);

  await page.goto(`${server.url}/admin/audit`);
  await page.getByRole('button', { name: `Restore “${deletedTitle}”` }).click();
  const dialog = page.getByRole('dialog', { name: `Restore “${deletedTitle}”?` });
  await expect(dialog.getByLabel('Module').locator('option:checked')).toHaveText(title);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`Restored as a new lesson of “${title}”`)).toBeVisible();
  await page.getByRole('link', { name: 'Open course' }).click();
  await expect(lesson).toContainText(deletedTitle);
  await expect.poll(() => titlesIn(server, 'lessons')).toContain(deletedTitle);
});

test('A lesson dragged onto another takes its position, immediately here and on the server once saved', async ({
  server,
  killableDevice: device,
}) => {
  const page = await device.open({ hasMouse: true });
  const messages = await MessageLog.watch(page);
  await adminLogIn(page, server.url, COURSE);
  const lessons = page.getByRole('main').getByRole('heading', { level: 4 });
  await expect(lessons.first()).toBeVisible();
  const [module, first, second, third, ...others] = await outlineOnScreen(page);
  const moved = [module, second, third, first, ...others].map(titleOf);
  // Dragging becomes available after the page.
  await expect(page.locator('[draggable=true]').nth(3)).toBeVisible();
  await lessons.first().dragTo(lessons.nth(2));
  await expect.poll(async () => (await outlineOnScreen(page)).map(titleOf)).toEqual(moved);
  await expect(page.getByText(`“${moved[3]}” moved to position 3 of`)).toHaveCount(1);
  await pressSave(page);
  await messages.untilShown('Course saved');
  expect(outlineIn(server).map(titleOf)).toEqual(moved);
});

test('A new item receives the focus unless the user has moved on', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, COURSE);
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).not.toHaveValue('');
  const add = page.getByRole('button', { name: 'Add Module', exact: true });
  const added = page.getByRole('button', { name: 'New Module', expanded: true });
  await add.click();
  await expect(added).toBeFocused();
  // Nothing covers it, neither the bottom bar nor a toast.
  await expect.poll(() => isOnTop(added)).toBe(true);
  const field = await title.elementHandle();
  await add.evaluate((button, next) => {
    if (!(button instanceof HTMLElement) || !(next instanceof HTMLElement))
      throw new Error('The element was not found');
    button.click();
    next.focus();
  }, field);
  await expect(added).toHaveCount(2);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(title).toBeFocused();
});

const isOnTop = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('On a phone the back link stays on one line beside the unsent label', async ({
  networkProxy,
  device,
}) => {
  const page = await device.openWithoutWorker();
  const messages = await MessageLog.watch(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, networkProxy.url, COURSE);
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to Workspace', exact: true });
  await expect(page.getByLabel('Title', { exact: true })).not.toHaveValue('');
  await expect.poll(() => isOneLine(back)).toBe(true);
  // Once online: the code that adds a module is loaded when it is needed, and this device has no worker.
  const add = page.getByRole('button', { name: 'Add Module', exact: true });
  await add.click();
  await messages.untilShown('Module added successfully!');
  await expect(page.getByRole('banner').getByText(/sync|Sending/)).toHaveCount(0);
  networkProxy.cut();
  await add.click();
  await expect(page.getByRole('button', { name: /^1 waiting to sync/ })).toBeVisible();
  await expect.poll(() => isOneLine(back)).toBe(true);
});

/** Whether the texts of a link are on the same line. */
const isOneLine = (link: Locator): Promise<boolean> =>
  link.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    // Icons and text for screen readers only have no line box.
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height < 20);
    const tops = lines.map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) < 8;
  });

test('The editor opens offline from a cold start, accepts every kind of edit, survives a crash, and sends each edit once', {
  tag: '@journey',
}, async ({ server, networkProxy, killableDevice: device }) => {
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/workspace?tab=published');
  await untilAdminWorksOffline(page);
  await untilWritten(page, 'state', 'adminFetchedAt/courses');
  networkProxy.cut();
  await device.kill();
  page = await device.open();
  await page.goto(`${networkProxy.url}${COURSE}`);
  await expect(page.getByLabel('Instructor')).not.toHaveValue('');
  await page.getByLabel('Instructor').fill('Ida on the train');
  await page.getByRole('button', { name: 'Add Module', exact: true }).click();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
  await expect(page.getByText('Module added successfully!')).toHaveCount(0);
  // The confirmation can appear before the row: until then the last module is an older one.
  await expect(page.getByLabel('Module title').last()).toHaveValue('New Module');
  await page.getByLabel('Module title').last().fill('Written on the train');
  await page.getByRole('button', { name: 'Add First Lesson' }).click();
  await page.getByLabel('Lesson title').fill('Tunnels');
  await page.getByRole('button', { name: 'Add Lesson', exact: true }).last().click();
  await expect(page.getByLabel('Lesson title')).toHaveCount(2);
  await expect(page.getByLabel('Lesson title').last()).toHaveValue('New Lesson');
  await page.getByLabel('Lesson title').last().fill('Bridges');
  await addLink(page, 'Timetable', 'https://example.org/trains');
  await page.getByRole('button', { name: 'Move up “Bridges”' }).press('Enter');
  const lessons = page.getByRole('main').getByRole('heading', { level: 4 });
  const doomed = titleOf(await lessons.first().textContent());
  await lessons.first().getByRole('button').click();
  // Until it is open, the first button belongs to another lesson.
  await expect(page.getByLabel('Lesson title')).toHaveCount(3);
  await page.getByRole('button', { name: 'Delete Lesson' }).first().click();
  await confirm(page, 'Are you sure you want to delete this lesson?', 'Delete the lesson');
  await pressSave(page);
  await expect(page.getByText(/^No unsaved changes\. \d+ edits? waiting to sync/)).toBeVisible();
  const before = outlineIn(server);
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}${COURSE}`);
  await expect(page.getByLabel('Instructor')).toHaveValue('Ida on the train');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Written on the train' })).toBeVisible();
  await expect
    .poll(async () => (await outlineOnScreen(page)).slice(-3))
    .toEqual([
      expect.stringMatching(/· ?Written on the train$/),
      expect.stringMatching(/1 ·Bridges$/),
      expect.stringMatching(/2 ·Tunnels$/),
    ]);
  const shown = await outlineOnScreen(page);
  expect(shown.join()).not.toContain(doomed);
  expect(outlineIn(server)).toEqual(before);
  const queued = await commandIdsIn(page);

  networkProxy.reconnect();
  await page.reload();
  await expect(page.getByText('No unsaved changes.', { exact: true })).toBeVisible();
  expect(outlineIn(server)).toEqual(shown);
  await expect.poll(() => outlineOnScreen(page)).toEqual(shown);
  expect(titlesIn(server, 'resources')).toContain('Timetable');
  expect(courseIn(server)).toMatchObject([{ version: 2 }]);
  // Each command has a receipt and was sent once.
  expect(receiptsIn(server)).toEqual(queued);
  expect(server.query('select id from revisions')).toHaveLength(queued.length);
});

/** The course title without the number of its heading. */
const titleOf = (heading: string | null | undefined): string => (heading ?? '').replace(/^\d+ ·\s*/, '');

/** The ids of everything in the outbox. */
async function commandIdsIn(page: Page): Promise<string[]> {
  const rows = (await readTable(page, 'outbox')).split('\n');
  return rows.map((row) => String(Object(JSON.parse(row)).id)).sort();
}

/** Adds a link to the newest lesson through the three prompts. */
async function addLink(page: Page, title: string, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Resource' }).last().click();
  await page.getByRole('dialog', { name: 'Resource title' }).getByRole('textbox').fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Resource type' }).getByRole('combobox').selectOption('link');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('dialog', { name: 'Resource URL' }).getByRole('textbox').fill(url);
  await page.keyboard.press('Enter');
}
