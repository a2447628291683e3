import { expect, type Page } from '@playwright/test';
import { ADMIN } from '../carrel-server.ts';

/** The paths that the browser's HTTP cache can serve to the user of the page without the network. */
export async function listCached(page: Page, paths: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const cached: string[] = [];
    // Replies vary by it.
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    for (const path of all) {
      const isThere = await fetch(path, { headers, cache: 'only-if-cached', mode: 'same-origin' }).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isThere) cached.push(path);
    }
    return cached;
  }, paths);
}

/** Paths whose replies contain lesson texts or codes. */
const PRIVATE_PATHS = [
  '/api/auth/me',
  '/api/progress',
  '/api/courses/course-1/content',
  '/api/admin/courses',
  '/api/admin/courses/course-1',
  '/api/admin/users',
];

export async function expectNothingPrivateCached(page: Page): Promise<void> {
  expect(await listCached(page, PRIVATE_PATHS)).toEqual([]);
}

/** Reads admin data as the admin screens do, so a browser that stores replies has stored it. */
export async function readAsAdmin(page: Page): Promise<void> {
  const statuses = await page.evaluate(async (admin) => {
    const login = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const { token } = Object(await login.json());
    const paths = ['/api/admin/courses', '/api/admin/courses/course-1', '/api/admin/users'];
    const read = async (path: string) => {
      const reply = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      await reply.text();
      return reply.status;
    };
    return Promise.all(paths.map(read));
  }, ADMIN);
  expect(statuses).toEqual([200, 200, 200]);
}
