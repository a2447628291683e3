import { expect, type Page } from '@playwright/test';
import { paths } from '#pwa/paths.ts';
import { bodyOf, signed } from '#sync-server/shops/shops-for-test.ts';
import { awaitActivationCode } from '../account/mailbox.ts';
import { adminLogIn } from '../world/admin.ts';
import { emailOf, enterCode, signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

const PRODUCT = '4711';
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
async function order(url: string, secret: string, isRefund = false): Promise<number> {
  const email = emailOf('Alice');
  const body = bodyOf('woocommerce', { orderId: '1001', product: PRODUCT, email, isRefund });
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
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  expect(await order(url, secret, true)).toBe(202);
  await admins.reload();
  await expect(admins.getByText(/refund/i).first()).toBeVisible();
});
