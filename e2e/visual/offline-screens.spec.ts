import { expect } from '@playwright/test';
import { expectAccessible } from '../world/axe.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { test } from '../world/world.ts';

test('Downloaded screens are as accessible offline as online', async ({ server, device }) => {
  const page = await device.open();
  const [code = ''] = server.codes('course-1');
  await signUpWithCourse(page, server.url, { code });
  await server.stop();
  for (const path of ['/dashboard', '/courses/course-1/learn?lesson=course-1-lesson-04']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  }
});
