import { expect, type Page } from '@playwright/test';

/** The app's data of the current user on this device: every row of one table, as JSON. */
export function readTable(page: Page, table: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('carrel-user-'))?.name;
    if (name === undefined) return '';
    const db = await done(indexedDB.open(name));
    const rows = await done(db.transaction(wanted).objectStore(wanted).getAll());
    db.close();
    return rows.map((row) => JSON.stringify(row)).join('\n');
  }, table);
}

/** Progress in one lesson, as a row or a command has it. */
interface StoredProgress {
  readonly lessonId: string;
  /** Of its last change. */
  readonly at: string;
  readonly seconds: number;
  readonly isCompleted: boolean;
}

/** The progress on the device, pulled and in commands; a lesson may be there several times. */
export async function readProgress(page: Page): Promise<StoredProgress[]> {
  const rows = [await readTable(page, 'progress'), await readTable(page, 'outbox')].join('\n');
  return [...rows.matchAll(/\{"lessonId":"([^"]+)"([^{}]*)\}/g)].map(([, lessonId = '', fields = '']) => {
    const times = [...fields.matchAll(/[uU]pdatedAt":"([^"]+)"/g)].map(([, time = '']) => time);
    const seconds = Number(/"positionSeconds":(\d+)/.exec(fields)?.[1] ?? -1);
    return { lessonId, at: times.sort().at(-1) ?? '', seconds, isCompleted: /"completedAt":"/.test(fields) };
  });
}

/**
 * Waits until a table on the device contains the expected text: only then may the page be closed or crash.
 */
export async function untilWritten(page: Page, table: string, what: string | RegExp): Promise<void> {
  const found = expect.poll(() => readTable(page, table), `what the device has in ${table}`);
  await (typeof what === 'string' ? found.toContain(what) : found.toMatch(what));
}

/** The last copy of the unsent work of the device's one user, as text; empty without one. */
export function readCopy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('carrel-unsent-'));
    if (name === undefined) return '';
    const copies = await (await caches.open(name)).matchAll();
    const numberOf = ({ headers }: Response) => Number(headers.get('Copy-Number'));
    return [...copies].sort((one, other) => numberOf(other) - numberOf(one))[0]?.text() ?? '';
  });
}

/** Waits until the copy of the unsent work contains the expected text. */
export async function untilCopied(page: Page, what: string | RegExp): Promise<void> {
  const found = expect.poll(() => readCopy(page), 'the copy of the unsent work');
  await (typeof what === 'string' ? found.toContain(what) : found.toMatch(what));
}

/** All of localStorage. */
export const readItems = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }));

/** Simulates a killed browser: localStorage is in an earlier state and its mirror is newer. */
export async function setItemsBack(
  page: Page,
  origin: string,
  earlier: Record<string, string>,
): Promise<void> {
  // A page of the same origin in which the app does not run, and so does not write.
  await page.goto(`${origin}/api/nothing`);
  await page.evaluate((items) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, earlier);
}
