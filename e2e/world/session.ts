import type { Page } from '@playwright/test';
import type { SessionReply } from '#schema/account/user.ts';

/*
 * Sessions on new devices without the forms, which have tests of their own: a form costs a page load, in most tests
 * a tenth of their time.
 */

/** Sends a JSON request and returns the reply's body; rejects if the server refuses it. */
export type Post = (path: string, body: object, token?: string) => Promise<unknown>;

/** Sends requests from no device. */
export const postTo =
  (origin: string): Post =>
  async (path, body, token) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const reply = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}`);
    return reply.json();
  };

/** Opens an empty page of the origin, and sends requests from it: the device gets the cookies. */
export async function postFrom(page: Page, origin: string): Promise<Post> {
  const empty = `${origin}/empty-page`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.unroute(empty);
  return (path, body, token) =>
    page.evaluate(
      async ([path, body, token]) => {
        const headers = {
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        };
        const reply = await fetch(path, { method: 'POST', headers, body });
        if (!reply.ok) throw new Error(`${path} returned ${reply.status}`);
        const content: unknown = await reply.json();
        return content;
      },
      [path, JSON.stringify(body), token] as const,
    );
}

/** Opens a page, and waits until the server has confirmed the session to it, as a sign-in by the form does. */
export async function openVerified(page: Page, url: string): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/auth/me'), page.goto(url)]);
}

/**
 * Stores a session on a new device, from the page of {@link postFrom}, as the app does: in localStorage and, for a
 * browser that is killed, in its mirror.
 */
export async function storeSession(page: Page, { token, user, endTicket = '' }: SessionReply): Promise<void> {
  const items = { token, 'carrel.user': JSON.stringify(user), 'carrel.endTicket': endTicket };
  await page.evaluate(async (all) => {
    if (localStorage.length > 0) throw new Error('Not a new device: use the form');
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
    localStorage.setItem('carrel.stamp', '1');
    const opening = indexedDB.open('carrel-device', 1);
    await new Promise<void>((resolve, reject) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore('mirror');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('mirror', 'readwrite');
        transaction.objectStore('mirror').put({ stamp: 1, items: all }, 'items');
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, items);
}
