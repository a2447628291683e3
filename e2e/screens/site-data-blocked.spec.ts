import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fillSignUp, PASSWORD, untilStarted } from '../world/learner.ts';
import { test } from '../world/world.ts';

/** What Chromium stores when the user chooses that sites may not save data on the device. */
const BLOCK_SITE_DATA = { profile: { default_content_setting_values: { cookies: 2 } } };
/** As Firefox does then; the code of the store fails while it is loaded. */
const WITHOUT_CHANNELS = `window.BroadcastChannel = class { constructor() { throw new DOMException('The operation is insecure.', 'SecurityError'); } };`;

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).first();

for (const engine of ['Chromium', 'Firefox'])
  test(`Public pages, sign-up, support and login work where site data is blocked, as in ${engine}`, async ({
    server,
    wholeBrowser,
  }) => {
    const folder = join(wholeBrowser.profile, 'Default');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'Preferences'), JSON.stringify(BLOCK_SITE_DATA));
    const page = await wholeBrowser.open();
    if (engine === 'Firefox') await page.addInitScript(WITHOUT_CHANNELS);

    await page.goto(`${server.url}/courses`);
    expect(
      await page.evaluate(`(() => { try { return localStorage.length; } catch (e) { return e.name; } })()`),
    ).toBe('SecurityError');
    await untilStarted(page);
    await link(page, 'Library').click();
    await expect(page.getByText('Showing 3 resources')).toBeVisible();
    for (const [path, name] of [
      ['/', /desk in the library/],
      ['/courses/course-1', 'Offline-first web apps'],
      ['/terms', 'Terms'],
    ] as const) {
      await page.goto(server.url + path);
      await untilStarted(page);
      await expect(title(page)).toHaveText(name);
    }

    await fillSignUp(page, server.url, 'Alice');
    await expect(page.getByRole('alert')).toContainText('Your browser blocks site data');
    await expect(page.getByRole('alert')).toContainText('On-device site data');
    await expect(page.getByText(/saved on this device/)).toHaveCount(0);

    await link(page, 'Support').click();
    await expect(page.getByLabel('Email')).toHaveValue('alice@example.org');
    await page.getByLabel('Subject').selectOption('technical');
    await page.getByLabel('Message').fill('Which setting is it?');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Your request was sent')).toBeVisible();

    // The session ends with the page.
    await page.goto(`${server.url}/forgot-password`);
    await page.getByLabel('Email').fill('alice@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText(/expires in 15 minutes/)).toBeVisible();
    await page.goto(`${server.url}/login`);
    await page.getByLabel('Email').fill('alice@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toContainText('Your browser blocks site data');
  });
