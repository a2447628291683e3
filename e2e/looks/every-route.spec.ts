import { expect, type Page } from '@playwright/test';
import { keepCourse, signUp } from '../world/learner.ts';
import { look } from '../world/look.ts';
import { test } from '../world/world.ts';

const PUBLIC = [
  '/',
  '/courses',
  '/courses/course-1',
  '/courses/no-such-course',
  '/login',
  '/signup',
  '/terms',
  '/privacy',
];
const PRIVATE = [
  '/dashboard',
  '/courses/course-1',
  '/courses/course-2/activate',
  '/sync',
  '/search?q=tide',
  '/storage',
  '/courses/course-1/learn?lesson=course-1-lesson-01',
  '/courses/course-1/learn?lesson=course-1-lesson-07',
];

/** Everything the console says is an error; a 404 that the page asked for on purpose is the browser's own line. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('every public route is accessible, fits the screen and says nothing on the console', async ({
  server,
  device,
}) => {
  const page = await device.open();
  const errors = watchConsole(page);
  for (const path of PUBLIC) await look(page, server.url + path);
  expect(errors).toEqual([]);
});

test('every route of a learner is accessible, fits the screen and says nothing on the console', async ({
  server,
  device,
}) => {
  const page = await device.open();
  const errors = watchConsole(page);
  await signUp(page, server.url, 'Alice');
  const [code = ''] = server.codes('course-1');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  for (const path of PRIVATE) await look(page, server.url + path);
  expect(errors).toEqual([]);
});

test('without a network the kept screens are as accessible as with one', async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  const [code = ''] = server.codes('course-1');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  await server.stop();
  for (const path of ['/dashboard', '/courses/course-1/learn?lesson=course-1-lesson-04'])
    await look(page, server.url + path);
});
