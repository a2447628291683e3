import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilControlled, untilStarted } from '../world/learner.ts';
import { test } from '../world/world.ts';

const NAME = 'Harbour School';
const PUBLIC_PAGES = [
  ...['/', '/courses', '/courses/course-1', '/library', '/support'],
  ...['/terms', '/privacy', '/signup', '/login'],
];

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const contentOf = (page: Page, property: string) =>
  page.locator(`meta[property="${property}"]`).getAttribute('content');

test('An admin names the school offline, and after it was sent visitors see the name and the colour', async ({
  server,
  networkProxy,
  device,
  otherDevice,
}) => {
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/site');
  await expect(page.getByLabel('Name of the school')).toBeVisible();
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await page.reload();
  await page.getByLabel('Name of the school').fill(NAME);
  await page.getByLabel('Colour', { exact: true }).fill('#e8590c');
  await expect(page.getByText(/On light pages #e8590c is darkened/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save site' }).click();
  await expect(page.getByText(/Only this device shows it/)).toBeVisible();
  await expect(bar(page).getByRole('link', { name: NAME })).toBeVisible();
  // A cold start without a network begins with it.
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.shell-name, nav a').getByText(NAME)).toBeVisible();

  const phone = await otherDevice.openWithoutWorker();
  await phone.goto(server.url);
  await expect(bar(phone).getByRole('link', { name: 'Carrel' })).toBeVisible();
  networkProxy.reconnect();
  await page.reload();
  await expect.poll(async () => (await (await fetch(`${server.url}/api/site`)).json()).site.name).toBe(NAME);

  await phone.goto(server.url);
  await expect(bar(phone).getByRole('link', { name: NAME })).toBeVisible();
  expect(await contentOf(phone, 'og:site_name')).toBe(NAME);
  expect(await contentOf(phone, 'og:title')).toBe('Your desk in the library');
  const colour = () =>
    phone.evaluate(() => getComputedStyle(document.body).getPropertyValue('--green').trim());
  expect(await colour()).not.toBe('#14614a');
  for (const path of PUBLIC_PAGES) {
    await phone.goto(server.url + path);
    // Before the app: the page as the server sent it.
    const served = /<title>(.*?)<\/title>/.exec(await (await fetch(server.url + path)).text())?.[1];
    await untilStarted(phone);
    await expect(phone, path).toHaveTitle(served ?? '');
    expect(served).toContain(` · ${NAME}`);
  }
});

test('The installed app has the name, the colour and the logo of the school, and starts without a server', async ({
  server,
  wholeBrowser: device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, '/admin/site');
  await page.getByLabel('Name of the school').fill(NAME);
  await page.getByLabel('Colour', { exact: true }).fill('#7a1f5c');
  const create = { width: 300, height: 200, channels: 3, background: '#08c808' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Save site' }).click();
  await expect(page.getByText('Visitors see the site like this from now on.')).toBeVisible();
  await untilAdminWorksOffline(page);
  await page.goto(`${server.url}/admin/courses/course-1`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Phone' }).click();
  const green = (html: Locator) =>
    html.evaluate((root) => getComputedStyle(root).getPropertyValue('--green').trim());
  const phone = page.frameLocator('iframe[title="Preview on a phone"]').locator('html');
  await expect.poll(() => green(phone)).toBe(await green(page.locator('html')));
  expect(await green(phone)).not.toBe('#14614a');

  await page.goto(`${server.url}/admin/site`);
  await untilControlled(page);

  const tools = await page.context().newCDPSession(page);
  await expect.poll(() => tools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  const { data, errors } = await tools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '');
  expect(manifest).toMatchObject({ name: NAME, short_name: NAME, theme_color: '#7a1f5c' });
  for (const src of [...manifest.icons.map((icon: { src: string }) => icon.src), '/apple-touch-icon.png']) {
    const icon = Buffer.from(await (await fetch(server.url + src)).arrayBuffer());
    expect((await sharp(icon).stats()).dominant, src).toMatchObject({ r: 8, g: 200, b: 8 });
  }

  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\//);
  // The shell that the worker has stored is the same for every school.
  await server.stop();
  await page.reload();
  await expect(bar(page).getByRole('link', { name: NAME })).toBeVisible();
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', NAME);
});
