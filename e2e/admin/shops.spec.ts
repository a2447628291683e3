import { expect, type Page } from '@playwright/test';
import { paths } from '#pwa/paths.ts';
import { bodyOf, signed } from '#sync-server/shops/shops-for-test.ts';
import { awaitActivationCode } from '../account/mailbox.ts';
import { adminLogIn } from '../world/admin.ts';
import { emailOf, enterCode, signUp, untilUnlocked } from '../world/learner.ts';
import { test } from '../world/world.ts';

const PRODUCT = '4711';
const MUG = 'mug-blue';
const COURSE = 'Offline-first web apps';

/** Adds a shop of WooCommerce, and returns its address and its secret as the dialog shows them. */
async function addShop(page: Page): Promise<{ url: string; secret: string }> {
  await page.getByRole('button', { name: 'Add shop' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Harbour shop');
  await form.getByRole('button', { name: 'Add shop' }).click();
  await expect(form.getByText('The secret is shown only once')).toBeVisible();
  const [url = '', secret = ''] = await form.locator('code').allTextContents();
  await form.getByRole('button', { name: 'Done' }).click();
  return { url, secret };
}

/** Sends an order as the shop does, and returns the status of the reply. */
async function order(
  url: string,
  secret: string,
  { orderId = '1001', product = PRODUCT, isRefund = false } = {},
): Promise<number> {
  const email = emailOf('Alice');
  const body = bodyOf('woocommerce', { orderId, product, email, isRefund });
  const { headers = {} } = signed({ kind: 'woocommerce' }, body, { secret, at: new Date() });
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

test('An order of a shop waits for its course, then mails a code that unlocks it, and a refund asks an admin', async ({
  server,
  device,
  otherDevice: phone,
}) => {
  const admins = await device.open();
  await adminLogIn(admins, server.url, paths.adminShops);
  const { url, secret } = await addShop(admins);
  expect(await order(url, 'another secret')).toBe(403);
  expect(await order(url, secret)).toBe(202);

  await admins.reload();
  await expect(admins.getByText(PRODUCT)).toBeVisible();
  await admins.getByRole('button', { name: 'Add product' }).click();
  const form = admins.getByRole('dialog');
  await form.getByLabel('Product').fill(PRODUCT);
  await form.getByLabel('Course').selectOption({ label: COURSE });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(admins.getByText(`${PRODUCT} unlocks “${COURSE}”`)).toBeVisible();

  const code = await awaitActivationCode(server, emailOf('Alice'));
  // The shop repeats what it has sent.
  expect(await order(url, secret)).toBe(200);
  const page = await phone.open();
  await signUp(page, server.url, 'Alice');
  await enterCode(page, server.url, { courseId: 'course-1', code });
  await untilUnlocked(page);

  expect(await order(url, secret, { isRefund: true })).toBe(202);
  await admins.reload();
  await expect(admins.getByText(/refund/i).first()).toBeVisible();
});

test('A product that is no course is ignored: its orders leave the list and do not come back, until it is ignored no longer', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, paths.adminShops);
  const { url, secret } = await addShop(page);
  for (const orderId of ['1', '2']) expect(await order(url, secret, { orderId, product: MUG })).toBe(202);
  expect(await order(url, secret, { orderId: '3' })).toBe(202);

  await page.reload();
  const waiting = page.getByRole('region', { name: 'Orders that wait' }).getByRole('listitem');
  await expect(waiting).toHaveCount(3);
  await waiting.filter({ hasText: MUG }).first().getByRole('button', { name: 'Ignore this product' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore product' }).click();
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText(PRODUCT);

  // The shop repeats one order and has another one.
  for (const orderId of ['1', '4']) expect(await order(url, secret, { orderId, product: MUG })).toBe(200);
  await page.reload();
  await expect(waiting).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Ignored products' })).toContainText('3 orders');

  await page.getByRole('button', { name: `Stop ignoring ${MUG}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop ignoring' }).click();
  await expect(waiting).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Ignored products' })).toHaveCount(0);
});
