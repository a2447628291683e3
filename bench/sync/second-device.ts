import type { Page } from '@playwright/test';
import { adminLogIn } from '#e2e/world/admin.ts';
import type { Chromium } from '#e2e/world/browser/chromium.ts';
import { untilWritten } from '#e2e/world/browser/device-store.ts';

/**
 * Runs in the page, as text, because tsx rewrites functions: reports each transaction that has written lessons, so
 * that nothing has to ask for them again and again.
 */
const REPORT_WRITES = `(() => {
  globalThis.__name = (named) => named;
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const transaction = begin.call(this, names, mode, options);
    if (mode === 'readwrite' && [names].flat().includes('lessons')) {
      transaction.addEventListener('complete', () => globalThis.onCoursesWritten?.(this));
    }
    return transaction;
  };
})()`;

/** Runs in the page: keeps a promise of the time at which the device has a text in a course. */
const WATCH = `([courseId, text]) => {
  globalThis.hasTextAtMs = new Promise((resolve) => {
    globalThis.onCoursesWritten = (db) => {
      const request = db.transaction('lessons').objectStore('lessons').index('courseId').getAll(courseId);
      request.onsuccess = () => {
        if (JSON.stringify(request.result).includes(text)) {
          resolve(performance.timeOrigin + performance.now());
        }
      };
    };
  });
}`;

/** Another device of the same admin, open and at rest. */
export async function openSecondDevice(device: Chromium, url: string, lastCourse: string): Promise<Page> {
  const page = await device.open();
  await page.addInitScript(REPORT_WRITES);
  await adminLogIn(page, url, '/admin/workspace');
  await untilWritten(page, 'adminCourses', lastCourse);
  return page;
}

/** Starts to wait for a text in a course, which the last of many edits brings. */
export async function watchForText(page: Page, courseId: string, text: string): Promise<void> {
  await page.evaluate(`(${WATCH})(${JSON.stringify([courseId, text])})`);
}

/** Returns when the device has the text, on a clock that all pages of this machine share. */
export async function textArrivedAtMs(page: Page): Promise<number> {
  return Number(await page.evaluate('hasTextAtMs'));
}
