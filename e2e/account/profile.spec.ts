import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { untilWritten } from '../world/browser/device-store.ts';
import { emailOf, signUp, untilControlled } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { untilShown } from '../world/shown.ts';
import { test } from '../world/world.ts';

interface ImageFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A portrait photo as a phone stores it: landscape pixels with an EXIF orientation. */
async function uprightPhoto(): Promise<ImageFile> {
  const create = { width: 1_600, height: 800, channels: 3, background: '#c02020' } as const;
  const buffer = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer };
}

async function transparentImage(): Promise<ImageFile> {
  const create = {
    width: 300,
    height: 300,
    channels: 4,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  } as const;
  return { name: 'me.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
}

const avatarOf = (page: Page) => page.locator('main form img').first();

/** Size and middle pixel of the picture in the form. */
async function readAvatar(page: Page) {
  const src = await avatarOf(page).getAttribute('src');
  const image = sharp(Buffer.from((src ?? '').replace(/^data:image\/jpeg;base64,/, ''), 'base64'));
  const { width, height, format } = await image.metadata();
  const { data } = await image
    .extract({ left: 2, top: 2, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, format, pixel: [...data] };
}

test('Users can change name and picture offline; both appear everywhere after reconnecting', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/profile`);
  await untilControlled(page);
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('Alice'));
  await expect(page.getByLabel('Email')).not.toBeEditable();
  networkProxy.cut();
  await page.getByLabel('Picture file').setInputFiles(await uprightPhoto());
  await expect(avatarOf(page)).toBeVisible();
  expect(await readAvatar(page)).toMatchObject({ width: 200, height: 400, format: 'jpeg' });
  await page.getByLabel('Name', { exact: true }).fill('Alice Marsh');
  await untilWritten(page, 'drafts', 'Alice Marsh');
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Alice Marsh');
  await expect(avatarOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The announcement for screen readers contains it too, if the page learns only now that it is offline.
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of Alice Marsh, AM' }).locator('img')).toBeVisible();

  networkProxy.injectFault('lose-reply', 'PUT /api/users/', 1);
  const updated = untilShown(page, 'Profile updated');
  networkProxy.reconnect();
  await returnOnline(page);
  await updated;
  await expect(page.getByText('Profile updated')).toBeHidden();
  const [row] = server.query<{ name: string; avatar: string }>(
    'select name, avatar from users where name = ?',
    'Alice Marsh',
  );
  expect(row?.avatar).toMatch(/^data:image\/jpeg/);
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Alice');
  await expect(page.locator('main header img').first()).toBeVisible();

  await page.goto(`${networkProxy.url}/profile`);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await Promise.all([
    untilShown(page, 'Profile updated'),
    page.getByRole('button', { name: 'Save changes' }).click(),
  ]);
  expect(server.query('select id from users where avatar is not null')).toEqual([]);
});

test('Pictures that are too large or invalid are rejected with a message; transparent ones get a white background', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/profile`);
  const file = page.getByLabel('Picture file');
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await file.setInputFiles(large);
  await expect(page.getByText('Image is too large. Please select an image smaller than 10MB.')).toBeVisible();
  await file.setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Failed to process image. Please try a different image.')).toBeVisible();
  await file.setInputFiles(await transparentImage());
  await expect(avatarOf(page)).toBeVisible();
  expect(await readAvatar(page)).toMatchObject({ width: 300, height: 300, pixel: [255, 255, 255] });
  await page.getByLabel('Name', { exact: true }).fill(' ');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
});
