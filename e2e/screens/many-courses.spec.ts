import { expect, type Page } from '@playwright/test';
import { fillWithCourses } from '#bench/many-courses.ts';
import { COURSES_PER_PAGE } from '#pwa/ui/lists/cut-page.ts';
import { adminLogInByForm } from '../world/admin.ts';
import { CarrelServer } from '../world/carrel-server.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const MANY = 500;

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const turnTo = (page: Page, name: 'Next' | 'Previous') =>
  page.getByRole('navigation', { name: 'Pages of the list' }).getByRole('button', { name }).click();

test('Learners can page and search five hundred courses, and the page costs no more than one page of them', async ({
  device,
}) => {
  const server = await CarrelServer.start({ CARREL_SEED: 'none' });
  try {
    await server.stop();
    fillWithCourses(server.dataFolder, () => 1, MANY);
    await server.start();
    const page = await device.open();

    await page.goto(`${server.url}/courses`);
    await expect(cards(page)).toHaveCount(COURSES_PER_PAGE);

    await page.goto(`${server.url}/library`);
    await expect(page.getByText(`Showing ${MANY} resources`)).toBeVisible();
    await expect(cards(page)).toHaveCount(COURSES_PER_PAGE);
    await turnTo(page, 'Next');
    await expect(page.getByText('Page 2 of 11')).toBeVisible();
    await expect(page).toHaveURL(/\/library\?page=2$/);
    await cards(page).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Course \d+$/);
    await page.goBack();
    await expect(page.getByText('Page 2 of 11')).toBeVisible();
    // The third of a course depends on its position among all courses, not on its page: 500 courses make 167,
    // 167 and 166.
    await page.getByRole('button', { name: 'Bundles' }).click();
    await expect(page.getByText('Showing 166 resources')).toBeVisible();
    await page.getByRole('button', { name: 'All Resources' }).click();
    await page.getByRole('searchbox', { name: 'Search the library' }).fill('course 437');
    await expect(page.getByText('Showing 1 resource')).toBeVisible();
    await expect(cards(page)).toHaveCount(1);

    await adminLogInByForm(page, server.url, '/admin/workspace');
    await page.goto(`${server.url}/admin/workspace?tab=published`);
    await expect(page.getByRole('tab', { name: `Published Works ${MANY}` })).toBeVisible();
    await expect(page.getByText(`1–24 of ${MANY} courses`)).toBeVisible();
    await expect(cards(page).filter({ has: page.getByRole('heading') })).toHaveCount(24);
    await turnTo(page, 'Next');
    await expect(page.getByText(`25–48 of ${MANY} courses`)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search courses' }).fill('Course 437');
    await expect(page.getByRole('tab', { name: 'Published Works 1' })).toBeVisible();
    await expect(cards(page).getByRole('heading')).toHaveText('Course 437');
    await page.getByRole('searchbox', { name: 'Search courses' }).fill('no such course');
    await expect(page.getByText('No courses match. Try a different search.')).toBeVisible();
  } finally {
    await server.dispose();
  }
});
