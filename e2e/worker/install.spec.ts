import { expect, type Page } from '@playwright/test';
import { signUp, untilDashboard } from '../world/learner.ts';
import { test } from '../world/world.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0';

const hint = (page: Page) => page.getByRole('region', { name: /^(Install Carrel|Add Carrel)/ });

/** From the next page on the browser's own install prompt is suppressed; the test may fire one. */
async function withoutOffers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('beforeinstallprompt', (event) => {
      if (event.isTrusted) event.stopImmediatePropagation();
    }),
  );
}

/** Opens the dashboard with another browser's user agent. */
async function openAs(page: Page, url: string, userAgent: string): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setUserAgentOverride', { userAgent });
  await withoutOffers(page);
  await page.goto(url);
  await untilDashboard(page);
}

test('Installing is offered in each browser’s own way, and never where Carrel is installed', async ({
  server,
  device,
}) => {
  const url = `${server.url}/dashboard`;
  const page = await device.openWithoutWorker();
  await withoutOffers(page);
  await signUp(page, server.url, 'Alice');
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt'), {
      prompt: async () => document.documentElement.setAttribute('data-asked', ''),
    });
    window.dispatchEvent(offer);
  });
  await hint(page).getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', '');
  // The prompt can be used once, whatever the user chose.
  await expect(hint(page)).toHaveCount(0);

  const iphone = await device.context.newPage();
  await openAs(iphone, url, IPHONE);
  await expect(hint(iphone).getByRole('listitem')).toContainText([
    'Open the Share menu of your browser.',
    'Choose Add to Home Screen.',
    /You usually stay signed in/,
  ]);
  await iphone.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(hint(iphone)).toHaveCount(0);

  const firefox = await device.context.newPage();
  await openAs(firefox, url, FIREFOX);
  await expect(hint(firefox)).toContainText('Choose Add app to Home screen');
  await hint(firefox).getByRole('button', { name: 'Not now' }).click();
  await firefox.reload();
  await untilDashboard(firefox);
  await expect(hint(firefox)).toHaveCount(0);

  await firefox.evaluate(() => localStorage.removeItem('carrel-install-hint-put-off-at'));
  await firefox.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await firefox.reload();
  await untilDashboard(firefox);
  await expect(hint(firefox)).toHaveCount(0);
});
