import { expect, type Page } from '@playwright/test';
import { readItems, setItemsBack } from '../world/browser/device-store.ts';
import { emailOf, PASSWORD, signUp, unlockAndDownload } from '../world/learner.ts';
import { test } from '../world/world.ts';

const courseId = 'course-1';
const LESSON = `/courses/${courseId}/learn?lesson=course-1-lesson-02`;
const lesson = (page: Page) => page.getByRole('heading', { level: 1, name: 'Latency you can feel' });

/** Records every URL of the page, including redirects. */
async function noteAddresses(page: Page): Promise<() => string[]> {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
  return () => seen;
}

for (const connection of ['with a network', 'without one'] as const) {
  test(`A crash that rolls an activation back leaves the learner in their lesson, ${connection}`, async ({
    server,
    networkProxy,
    device,
  }) => {
    const [code = ''] = server.codes(courseId);
    const page = await device.open();
    await signUp(page, networkProxy.url, 'Alice');
    const earlier = await readItems(page);
    await unlockAndDownload(page, networkProxy.url, { courseId, code });
    await setItemsBack(page, networkProxy.url, earlier);
    if (connection === 'without one') networkProxy.cut();
    const addresses = await noteAddresses(page);
    await page.goto(networkProxy.url + LESSON);
    await expect(lesson(page)).toBeVisible();
    expect(new Set(addresses())).toEqual(new Set([`/courses/${courseId}/learn`]));
  });
}

test('A lesson’s URL opens the lesson when its course was unlocked on another device', async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes(courseId);
  const page = await device.openWithoutWorker();
  await signUp(page, server.url, 'Alice');
  const post = (path: string, body: object, headers = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const login = await post('/api/auth/login', { email: emailOf('Alice'), password: PASSWORD });
  const { token } = Object(await login.json());
  // This device does not know of the activation yet.
  await page.goto('about:blank');
  const headers = { Authorization: `Bearer ${token}` };
  const unlocked = await post(`/api/courses/${courseId}/activate`, { activationCode: code }, headers);
  expect(unlocked.status).toBe(200);
  await page.goto(server.url + LESSON);
  await expect(lesson(page)).toBeVisible();
});
