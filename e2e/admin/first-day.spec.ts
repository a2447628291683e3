import { expect, type Locator, type Page } from '@playwright/test';
import { CarrelServer } from '../world/carrel-server.ts';
import { test } from '../world/world.ts';

const TAPS_MAX = 9;
const OWN_PASSWORD = 'a-lamp-for-the-admin';

test('A teacher gets from the first sign-in to a printed card with a code in few taps', {
  tag: '@journey',
}, async ({ device }) => {
  // As `npm start` begins: with demo courses, and a generated password that is printed once.
  const server = await CarrelServer.start({ CARREL_ADMIN_PASSWORD: '' });
  try {
    await goFirstWay(server, await device.open());
  } finally {
    await server.dispose();
  }
});

async function goFirstWay(server: CarrelServer, page: Page): Promise<void> {
  const password = /^ *password +(\S+)$/m.exec(server.output)?.[1] ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  const printed: string[] = [];
  await page.exposeFunction('notePrinted', (text: string) => printed.push(text));
  await page.addInitScript(() => {
    window.print = () => void Reflect.apply(Object(window).notePrinted, null, [document.body.textContent]);
  });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const form = page.getByRole('dialog');

  await page.goto(`${server.url}/admin/login`);
  await page.getByLabel('Email').fill('admin@carrel.local');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await tap(button('Login'));

  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('Confirm new password').fill(OWN_PASSWORD);
  await tap(button('Change password'));

  await tap(main.getByRole('link', { name: 'New course' }));
  await page.getByLabel('Title', { exact: true }).fill('Knots');
  await page.getByLabel('Instructor').fill('Ida');
  await page.getByLabel('Description', { exact: true }).fill('For people in a hurry');
  await tap(page.getByRole('button', { name: 'Save Course' }));

  await tap(button('Add module and lesson'));
  await page.getByLabel('Module title').fill('At sea');
  await page.getByLabel('Lesson title').fill('The bowline');
  await page
    .getByRole('textbox', { name: 'Content', exact: true })
    .fill('Make a loop, and pass the end through.');
  await tap(button('Publish'));

  await tap(main.getByRole('region', { name: 'Activation Codes' }).getByRole('link', { name: 'Draw codes' }));
  await expect(form.getByLabel('Course')).toHaveValue(/.+/);
  await form.getByLabel('Name').fill('Class 4b');
  await tap(form.getByRole('button', { name: 'Generate and print' }));

  const print = form.getByRole('button', { name: 'Print', exact: true });
  await expect(print).not.toHaveAttribute('aria-busy', 'true');
  await tap(print);

  expect(taps).toBeLessThanOrEqual(TAPS_MAX);
  await expect.poll(() => printed).toHaveLength(1);
  // The printed cards work: their codes are registered, for a course that learners find.
  const registered = () =>
    server.query<{ code: string }>(
      `select code from activationCodes join courses on courses.id = courseId
       where title = 'Knots' and status = 'published'`,
    );
  await expect.poll(() => registered().length).toBe(50);
  for (const { code } of registered()) expect(printed[0]).toContain(code);
}
