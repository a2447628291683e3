import { expect, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { ADMIN, CarrelServer } from '../world/carrel-server.ts';
import { freePort } from '../world/free-port.ts';
import { signOut } from '../world/learner.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

/** Gives a page a security key of its own, whose owner always confirms. Returns what reads its passkeys. */
async function plugInKey(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

async function enterCredentials(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

test('An admin adds a passkey, signs in with it, and removes it again', async ({ device }) => {
  const port = await freePort();
  // Passkeys are bound to a host name, and browsers treat this one as secure.
  const origin = `http://localhost:${port}`;
  const server = await CarrelServer.start({ CARREL_SEED: 'none', PUBLIC_URL: origin }, port);
  try {
    const page = await device.open();
    const readPasskeys = await plugInKey(page);
    await adminLogIn(page, origin, '/profile');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Blue key');
    await page.getByLabel('Confirm your password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const passkeys = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
    await expect(passkeys).toContainText(['Blue key']);
    const [created] = await readPasskeys();
    expect([created?.rpId, created?.signCount]).toEqual(['localhost', 1]);

    await signOut(page);
    await page.goto(`${origin}/admin/login`);
    await enterCredentials(page);
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/dashboard');
    expect((await readPasskeys())[0]?.signCount).toBe(2);

    await page.goto(`${origin}/profile`);
    await expect(passkeys).toContainText([/Last used/]);
    await page.getByRole('button', { name: 'Remove Blue key' }).click();
    await page.getByLabel('Confirm your password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
    await expect(passkeys).toHaveCount(0);
    await signOut(page);
    await page.goto(`${origin}/admin/login`);
    await enterCredentials(page);
    await page.waitForURL('**/admin/dashboard');
    expect(server.query('select * from passkeys')).toEqual([]);
  } finally {
    await server.dispose();
  }
});
