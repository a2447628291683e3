import { expect } from '@playwright/test';
import { adminLogIn, editElsewhere, untilAdminWorksOffline } from '../world/admin.ts';
import { registerWithCourse, signUp, untilControlled } from '../world/learner.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';

const screens = [
  { path: '/admin/dashboard', shows: 'Activation rate' },
  { path: '/admin/workspace?tab=published', shows: 'Sound from scratch' },
  { path: '/admin/users', shows: 'Alice' },
  { path: '/admin/support', shows: 'My code does not open the course' },
  { path: '/admin/audit', shows: 'renamed lesson' },
];

test('Every visited admin page opens offline', async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await registerWithCourse(postTo(server.url), { courseId: 'course-3', code: server.codes('course-3')[0] });
  const reply = await fetch(`${server.url}/api/support`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'Bob', email: 'bob@example.org', subject: 'access', orderNumber: 'A-1007' },
      message: 'My code does not open the course',
    }),
  });
  expect(reply.status).toBe(200);
  await editElsewhere(server.url, '/api/admin/lessons/course-1-lesson-01', { body: { title: 'Low water' } });
  await adminLogIn(page, networkProxy.url);
  for (const { path, shows } of screens) {
    await page.goto(networkProxy.url + path);
    await expect(page.getByText(shows).first()).toBeVisible();
  }
  await untilAdminWorksOffline(page);
  await page.setViewportSize({ width: 390, height: 900 });
  networkProxy.cut();
  for (const { path, shows } of screens) {
    await page.goto(networkProxy.url + path);
    const current = page.getByRole('navigation', { name: 'Admin' }).locator('[aria-current="page"]');
    await expect(current).toBeInViewport({ ratio: 0.95 });
    await expect(page.getByText(shows).first()).toBeVisible();
    await expect(page.getByText(/^Offline. Updated|saved on this device$/).first()).toBeVisible();
  }
});

test('The figures, the chart and its table agree', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await registerWithCourse(postTo(server.url), { courseId: 'course-3', code: server.codes('course-3')[0] });
  await adminLogIn(page, server.url);
  await expect(page.getByText('Total users')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['3', '2', '1', /^50%/]);
  await expect(page.getByText(/^1 activation in the last 30 days/)).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('row').nth(1)).toContainText('1');
  // Takes minutes on a slow machine.
  await expect(page.getByRole('listitem').filter({ hasText: 'Sound from scratch' })).toContainText(
    /just now|min/,
  );
});

test('Learners never download the admin screens', async ({ server, device }) => {
  const page = await device.open();
  const fetched: string[] = [];
  page.context().on('request', (request) => fetched.push(request.url()));
  await signUp(page, server.url, 'Alice');
  await untilControlled(page);
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map((request) => request.url);
  });
  expect([...fetched, ...cached].filter((url) => url.includes('/assets/admin/'))).toEqual([]);
  expect(cached.length).toBeGreaterThan(10);
});
