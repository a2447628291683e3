import { expect } from '@playwright/test';
import { deleteElsewhere } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { signUpUnlocked } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { openLesson } from './study.ts';

test('A learner whose open course is removed sees the reason', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  await openLesson(page, server.url, 2);
  await deleteElsewhere(server, 'course-1');
  await expect(page.getByText('“Offline-first web apps” was deleted')).toBeVisible();
  await expect(page.getByText('The course was deleted on the server')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The course was deleted on the server')).toHaveCount(0);
});
