import { expect } from '@playwright/test';
import { signUpWithCourse, untilControlled, untilDashboard } from '../world/learner.ts';
import { test } from './release-world.ts';

test('One blocked file of the app costs its part offline, which is named, until it can be fetched', async ({
  releaseProxy,
  server,
  device,
}) => {
  const [code] = server.codes('course-1');
  const page = await device.open();
  releaseProxy.block('/assets/search-page-');
  await signUpWithCourse(page, releaseProxy.url, { code });
  await expect(page.getByText('A part of Carrel does not work offline')).toBeVisible();
  await expect(page.getByText(/could not be saved on this device: “search page”/)).toBeVisible();

  await device.context.setOffline(true);
  await page.reload();
  await untilDashboard(page);
  await expect(page.getByText('Works offline', { exact: true })).toBeVisible();
  await page.goto(`${releaseProxy.url}/search`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();

  await device.context.setOffline(false);
  releaseProxy.restore('/assets/search-page-');
  await page.goto(`${releaseProxy.url}/dashboard`);
  await untilControlled(page);
  await expect(page.getByText('Works offline', { exact: true })).toBeVisible();
  await expect(page.getByText('A part of Carrel does not work offline')).toHaveCount(0);
});
