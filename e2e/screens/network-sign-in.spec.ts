import { expect } from '@playwright/test';
import { signUpWithCourse } from '../world/learner.ts';
import type { ProxyFault } from '../world/network-proxy.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';

const EVERYTHING = ' /';

const NETWORKS: readonly [string, ProxyFault][] = [
  ['replies with its own page', 'captive-portal'],
  ['redirects to its own page', 'captive-redirect'],
];

for (const [what, fault] of NETWORKS)
  test(`A network that ${what} is named, with a link that opens it, and courses still open`, async ({
    server,
    networkProxy,
    device,
  }) => {
    const page = await device.open();
    await signUpWithCourse(page, networkProxy.url, { code: server.codes('course-1')[0] });
    networkProxy.injectFault(fault, EVERYTHING, Number.POSITIVE_INFINITY);
    // The device changes to this network.
    await returnOnline(page);
    const chip = page.getByRole('button', { name: 'Network sign-in. Show details' });
    await expect(chip).toBeVisible();
    await chip.click();
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the network’s page' }).click();
    // Not the app, which the worker has for every address of its own.
    await expect(
      (await opening).getByRole('heading', { name: 'Welcome to the station Wi-Fi' }),
    ).toBeVisible();

    await page.goto(`${networkProxy.url}/courses/course-1/learn?lesson=course-1-lesson-01`);
    await expect(page.getByRole('heading', { level: 1, name: 'Where the signal goes' })).toBeVisible();
    await expect(chip).toBeVisible();
  });
