import { expect, type Page } from '@playwright/test';

/**
 * Waits until the page has filled the log of the databases after the last kill: until then, Chromium itself may
 * delete them at the next one (docs/why/storage.md, e2e/crash/torn-log.spec.ts). Then waits until the next kill can be
 * noticed.
 */
export async function untilProtected(page: Page, killedAt: number): Promise<void> {
  const readState = () => page.evaluate(stateOfProtection, killedAt);
  await expect.poll(readState, 'whether the last unclean end was found').toMatchObject({ isFound: true });
  await untilMarked(page);
}

/** Whether an end after this time was found, and for a report what that depends on. */
async function stateOfProtection(killedAt: number) {
  const { held = [] } = await navigator.locks.query();
  return {
    isFound: Date.parse(localStorage.getItem('carrel.unclean-end') ?? '') > killedAt,
    markers: Object.keys(localStorage).filter((key) => key.startsWith('carrel.open-tab.')),
    locks: held.map(({ name }) => name),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  };
}

/** Waits until the marker of the page's tab is on the disk: an end without notice before that is not found. */
export async function untilMarked(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isMarked), 'the marker of the tab, in the mirror').toBe(true);
}

async function isMarked(): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const { held = [] } = await navigator.locks.query();
  const marker = held.find(({ name }) => name?.startsWith('carrel.open-tab.'))?.name;
  const databases = await indexedDB.databases();
  if (marker === undefined || databases.every(({ name }) => name !== 'carrel-device')) return false;
  const db = await done(indexedDB.open('carrel-device'));
  const mirror = await done<unknown>(db.transaction('mirror').objectStore('mirror').get('items'));
  db.close();
  return JSON.stringify(mirror).includes(marker);
}
